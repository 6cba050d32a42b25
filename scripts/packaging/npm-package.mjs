// `node scripts/packaging/npm-package.mjs [folder]`: makes `cairn-<version>.tgz` of engine, command line and the browser's page, to be installed
// with npm: `npm install -g --ignore-scripts ./cairn-<version>.tgz`.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ensureBuilt } from '../build.mjs'
import { npmManifest } from './npm-manifest.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const target = resolve(process.argv[2] ?? join(root, 'dist'))
const folder = await mkdtemp(join(tmpdir(), 'cairn-npm-'))

const start = `#!/usr/bin/env node
// LanceDB's own warnings are for its developers; it reads this when it is loaded.
process.env['LANCEDB_LOG'] ??= 'error'
await import('../out/main/cli.js')
`

const readJson = async (name) => JSON.parse(await readFile(join(root, name), 'utf8'))
const writeJson = (name, value) => writeFile(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)

try {
  await ensureBuilt()
  // The window is Electron's, which a package of npm cannot bring.
  const left = /[\\/](?:\.built-from|main\.js|[^\\/]+\.map)$/u
  for (const part of ['out/main', 'out/renderer', 'resources', 'models/manifest.json', 'docs/user-guide.md']) {
    await cp(join(root, part), join(folder, part), { recursive: true, filter: (source) => !left.test(source) })
  }
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/cairn.mjs'), start, { mode: 0o755 })
  await writeJson('package.json', npmManifest(await readJson('package.json')))
  await mkdir(target, { recursive: true })
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { stdout } = await promisify(execFile)(
    npm,
    ['pack', '--ignore-scripts', '--silent', '--pack-destination', target],
    {
      cwd: folder,
      shell: process.platform === 'win32',
    },
  )
  console.log(join(target, stdout.trim()))
} finally {
  await rm(folder, { recursive: true, force: true })
}
