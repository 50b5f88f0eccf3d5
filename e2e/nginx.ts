import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { freePort } from './postgres-server'

const document = readFileSync(fileURLToPath(new URL('../docs/behind-nginx.md', import.meta.url)), 'utf8')

const block = (language: string) => {
  const [, text] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(document) ?? []
  if (text === undefined) throw new Error(`docs/behind-nginx.md has no block of ${language}`)
  return text
}

/** Debian has it where only root looks for programs. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`

const runs = (program: string, option: string) =>
  spawnSync(program, [option], { env: { PATH }, stdio: 'ignore' }).status === 0

/** Whether this machine has what a journey through nginx needs. */
export const hasNginx = () => runs('nginx', '-v') && runs('openssl', 'version')

export interface Nginx {
  /** Where a browser finds the console, path included. */
  readonly address: string
  /** Where plain HTTP is answered. */
  readonly plain: string
  /** The console's settings of the document, for this address. */
  readonly environment: Record<string, string>
  /** Passes requests on to the console at this port. `but` says what else is different from the document. */
  start(port: number, but?: readonly (readonly [from: string, to: string])[]): Promise<void>
  /** How many requests a browser gave up: 400 is what nginx notes where it was reading the body, 499 where it waited to pass it on. */
  givenUp(): number
  stop(): Promise<void>
}

/** nginx with the configuration of the document, changed in ports, name and certificate only. */
export async function prepareNginx(): Promise<Nginx> {
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-nginx-'))
  const ends = join(directory, 'ends')
  const [plain, secure] = [await freePort(), await freePort()]
  const environment = Object.fromEntries(
    Object.entries(parseEnv(block('sh'))).map(([name, value = '']) => [
      name,
      value.replace('console.example.com', `localhost:${secure}`),
    ]),
  )
  let running: ChildProcess | undefined
  return {
    address: `https://localhost:${secure}${environment.BASE_PATH}`,
    plain: `http://localhost:${plain}${environment.BASE_PATH}`,
    environment,
    async start(port, but = []) {
      const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
      const made = spawnSync('openssl', [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
        ...['-keyout', key, '-out', certificate],
      ])
      if (made.status !== 0) throw new Error(`openssl failed: ${made.stderr}`)
      const changes = [
        ['listen 80;', `listen 127.0.0.1:${plain};`],
        ['listen 443 ssl', `listen 127.0.0.1:${secure} ssl`],
        ['server 127.0.0.1:4600;', `server 127.0.0.1:${port};`],
        ['/etc/ssl/console.example.com.pem', certificate],
        ['/etc/ssl/console.example.com.key', key],
        ['server_name console.example.com;', 'server_name localhost;'],
        ...but,
      ] as const
      const servers = changes.reduce((text, [from, to]) => {
        if (!text.includes(from)) throw new Error(`docs/behind-nginx.md lacks "${from}"`)
        return text.replaceAll(from, to)
      }, block('nginx'))
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${join(directory, name)};`,
      )
      const configuration = join(directory, 'nginx.conf')
      writeFileSync(
        configuration,
        [
          process.getuid?.() === 0 ? 'user root;' : '',
          `daemon off; worker_processes 1; pid ${join(directory, 'pid')}; error_log stderr;`,
          'events {}',
          `http { log_format ends $status; access_log ${ends} ends; ${places.join(' ')}\n${servers}}`,
        ].join('\n'),
      )
      const child = spawn('nginx', ['-e', 'stderr', '-p', directory, '-c', configuration], {
        env: { PATH },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      running = child
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      while (!(await answers(secure))) {
        if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`)
        await sleep(50)
      }
    },
    givenUp: () => readFileSync(ends, 'utf8').match(/^4(00|99)$/gm)?.length ?? 0,
    async stop() {
      const child = running
      if (child && child.exitCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        await ended
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
