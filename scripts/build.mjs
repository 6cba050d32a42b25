import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import lockfile from 'proper-lockfile'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'out')
const target = join(out, 'main')
const stamp = join(target, '.built-from')
const sources = ['electron', 'shared', 'bench', 'package.json', 'electron.vite.config.ts']

/** The bundled command line. */
export const builtCli = join(target, 'cli.js')

/**
 * Bundles into out/main unless that was built from exactly these sources. Runs that overlap wait for one another, and
 * a bundle appears whole or not at all. Prints nothing on stdout; throws with the bundler's words where it fails.
 */
export async function ensureBuilt({ force = false } = {}) {
  const wanted = await fingerprint()
  if (!force && (await isBuiltFrom(wanted))) return
  await mkdir(out, { recursive: true })
  const release = await lockfile.lock(out, {
    lockfilePath: join(out, '.build.lock'),
    stale: 15_000,
    retries: { retries: 1200, factor: 1, minTimeout: 100, maxTimeout: 100 },
  })
  try {
    // Whoever held the lock before may have built just this.
    if (!force && (await isBuiltFrom(wanted))) return
    process.stderr.write('Building Cairn…\n')
    await build(wanted)
  } finally {
    await release()
  }
}

async function build(wanted) {
  const fresh = join(out, `.fresh-${process.pid}`)
  const old = join(out, `.old-${process.pid}`)
  const bundler = fileURLToPath(new URL('../bin/electron-vite.js', import.meta.resolve('electron-vite')))
  try {
    await promisify(execFile)(process.execPath, [bundler, 'build', '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, CAIRN_OUT: fresh },
    })
    await writeFile(join(fresh, '.built-from'), wanted)
    if (existsSync(target)) await rename(target, old)
    await rename(fresh, target)
  } catch (error) {
    throw new Error(`Cairn could not be built.\n${error.stdout ?? ''}${error.stderr ?? error.message}`, {
      cause: error,
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

async function isBuiltFrom(wanted) {
  return existsSync(builtCli) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted
}

/** Changes whenever a source is added, removed or written; times alone would miss a removal. */
async function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    if (existsSync(path)) for (const line of await describe(path)) hash.update(line)
  }
  return hash.digest('hex')
}

async function describe(path) {
  const found = await stat(path)
  if (!found.isDirectory()) return [`${path} ${found.size} ${found.mtimeMs}\n`]
  const names = (await readdir(path)).sort()
  return (await Promise.all(names.map((name) => describe(join(path, name))))).flat()
}

const runDirectly = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (runDirectly) await ensureBuilt({ force: !process.argv.includes('--if-stale') })
