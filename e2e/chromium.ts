import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

/** Without the windows, tabs and menus that nobody sees here, a tenth of the processor time is saved. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]

/** Places outside PATH where desktop systems put their browsers. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((base) =>
    base
      ? [
          join(base, 'Google/Chrome/Application/chrome.exe'),
          join(base, 'Microsoft/Edge/Application/msedge.exe'),
        ]
      : [],
  ),
]

const installed = (): string | undefined =>
  [
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...PLACES,
  ].find((path) => existsSync(path))

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'], shell: process.platform === 'win32' })
    .status === 0

/** The browser that came with `playwright install chromium`, if it did. */
const downloaded = (): string | undefined => {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

function installWithPlaywright(): string | undefined {
  run('npx', 'playwright', 'install', 'chromium')
  return downloaded()
}

function installOnDebian(): string | undefined {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return undefined
  const install = (name: string) => run('apt-get', 'install', '-y', '--no-install-recommends', name)
  return run('apt-get', 'update') && (install('chromium-headless-shell') || install('chromium'))
    ? installed()
    : undefined
}

/**
 * The path of a Chromium-like browser: an installed one, else Playwright's own, else Debian's. Prints once which it
 * took; throws with a sentence if there is none.
 */
export function findChromium(): string {
  // Test workers inherit the choice of their parent process.
  const known = process.env.CHROMIUM_FOR_TESTS
  if (known) return known
  const ways: [string, () => string | undefined][] = [
    ['installed', installed],
    ['downloaded before', downloaded],
    ['from playwright install', installWithPlaywright],
    ["from Debian's packages", installOnDebian],
  ]
  for (const [how, find] of ways) {
    const path = find()
    if (!path) continue
    process.stdout.write(`Browser: ${path} (${how})\n`)
    process.env.CHROMIUM_FOR_TESTS = path
    return path
  }
  throw new Error(
    'The browser tests need Chrome, Chromium or Edge. None is installed, and neither "npx playwright install chromium" nor Debian\'s package could provide one. Install one and run the tests again.',
  )
}

/**
 * What a whole browser does beside the page, and nobody sees here. The two pop-ups of its address field are pages of their own: loading
 * them took as much processor time as three screens, in every window. The others guess at the language and content of each page, fill forms
 * in, and start a process for a page that may never come.
 */
const NOT_NEEDED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'Translate',
  'PageContentAnnotations',
  'SegmentationPlatform',
  'GlobalMediaControls',
  'AutofillServerCommunication',
  'SpareRendererForSitePerProcess',
]

/** What Playwright turns off for steady journeys. The browser takes the last list only, so these are said again. */
const NOT_STEADY = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** How the browser is started for journeys and measurements. */
export const browserArguments: readonly string[] = [
  // Containers run as root without a user namespace, where Chromium's sandbox cannot start.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  `--disable-features=${[...NOT_NEEDED, ...NOT_STEADY].join()}`,
]
