import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A copy of the build, which a console may be started from. */
export async function copyBuild(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'switchboard-build-'))
  await cp(join(ROOT, 'dist'), directory, { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
  return directory
}

/** Gives every file under `/assets/` another name, as a build from other sources would, and names it so wherever it is named. */
export async function renameAssets(build: string): Promise<void> {
  const client = join(build, 'client')
  const names = await readdir(join(client, 'assets'))
  const renamed = new Map(
    names
      .filter((name) => !/\.(?:br|gz)$/.test(name))
      .map((name) => [name, `${name.slice(0, -extname(name).length)}b${extname(name)}`]),
  )
  const escaped = [...renamed.keys()].map((name) => name.replace(/[.$]/g, '\\$&'))
  // Names may end like others, so the longest goes first.
  const named = new RegExp(escaped.sort((one, other) => other.length - one.length).join('|'), 'g')
  const rewrite = async (path: string) =>
    writeFile(
      path,
      (await readFile(path, 'utf8')).replace(named, (name) => renamed.get(name) ?? name),
    )
  // What is compressed would still name the old files.
  for (const path of await readdir(client, { recursive: true }))
    if (/\.(?:br|gz)$/.test(path)) await rm(join(client, path))
  for (const [name, next] of renamed) {
    if (/\.m?js$/.test(name)) await rewrite(join(client, 'assets', name))
    await rename(join(client, 'assets', name), join(client, 'assets', next))
  }
  for (const page of ['index.html', 'preload.json']) await rewrite(join(client, page))
}
