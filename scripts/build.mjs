import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'out')
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const target = join(out, 'main')
const stamp = join(target, '.built-from')
const sources = [
  'electron',
  'shared',
  'renderer',
  'bench',
  'resources',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'electron.vite.config.ts',
  'scripts/build.mjs',
  'scripts/packaging/help-pages.mjs',
  'docs/user-guide.md',
]
/** In the order in which they are put in place: the stamp that vouches for all lies in the last. */
const parts = ['renderer', 'preload', 'main']

/** The bundled command line. */
export const builtCli = join(target, 'cli.js')

/**
 * Bundles into out/main, out/preload and out/renderer unless they were built from exactly these sources. Runs that
 * overlap wait for one another, and each bundle appears whole or not at all. Prints nothing on stdout; throws with the bundler's words where it fails.
 */
export async function ensureBuilt({ force = false } = {}) {
  const wanted = fingerprint()
  if (!force && (await isBuiltFrom(wanted))) return
  await mkdir(out, { recursive: true })
  // Loaded only here: most runs find everything built.
  const { default: lockfile } = await import('proper-lockfile')
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
    await compress(join(fresh, 'renderer'))
    await writeFile(join(fresh, 'main', '.built-from'), wanted)
    await mkdir(old, { recursive: true })
    for (const part of parts) {
      if (existsSync(join(out, part))) await rename(join(out, part), join(old, part))
      await rename(join(fresh, part), join(out, part))
    }
  } catch (error) {
    throw new Error(`Cairn could not be built.\n${error.stdout ?? ''}${error.stderr ?? error.message}`, {
      cause: error,
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

/** Puts a compressed copy beside each text of the renderer, so that no request has to wait for one. */
async function compress(folder) {
  const names = await readdir(folder, { recursive: true })
  const texts = names.filter((name) => /\.(js|mjs|css|html|svg|json)$/u.test(name))
  const { BROTLI_PARAM_QUALITY } = zlib.constants
  await Promise.all(
    texts.map(async (name) => {
      const path = join(folder, name)
      const bytes = await readFile(path)
      if (bytes.length < 1024) return
      await writeFile(`${path}.br`, await brotli(bytes, { params: { [BROTLI_PARAM_QUALITY]: 9 } }))
      await writeFile(`${path}.gz`, await gzip(bytes, { level: 9 }))
    }),
  )
}

async function isBuiltFrom(wanted) {
  return (
    parts.every((part) => existsSync(join(out, part))) &&
    existsSync(stamp) &&
    (await readFile(stamp, 'utf8')) === wanted
  )
}

/**
 * Changes whenever a source is added, removed or written; times alone would miss a removal. One after another: thousands of small
 * questions to the disk in promises take five times as long.
 */
function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    if (existsSync(path)) for (const line of describe(path)) hash.update(line)
  }
  return hash.digest('hex')
}

function* describe(path) {
  const found = statSync(path)
  if (found.isDirectory()) for (const name of readdirSync(path).sort()) yield* describe(join(path, name))
  else yield `${path} ${found.size} ${found.mtimeMs}\n`
}

const runDirectly = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (runDirectly) await ensureBuilt({ force: !process.argv.includes('--if-stale') })
