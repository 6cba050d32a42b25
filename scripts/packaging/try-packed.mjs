// `node scripts/packaging/try-packed.mjs`: packs the application for Linux with a stand-in for Electron's program, says how large it is,
// and has Node run what was packed: documents in, answers and reports out. Needs a built `out/` and a real `node_modules` (no links).
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packedFiles, partOf, sizeLines } from './packed-size.mjs'
import { makeStandIn } from './stand-in-electron.mjs'
import { ensureBuilt } from '../build.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const asar = createRequire(ofBuilder.resolve('app-builder-lib'))('@electron/asar')
/** Of the files that are packed, in megabytes; electron/shells/ARCHITECTURE.md says what they are. */
const limit = 565

/** Packs and returns the absolute path of the archive. */
async function pack(folder) {
  await makeStandIn(join(folder, 'electron'))
  const cli = join(root, 'node_modules/electron-builder/cli.js')
  const options = [`-c.electronDist=${join(folder, 'electron')}`, `-c.directories.output=${join(folder, 'dist')}`]
  await run(process.execPath, [cli, '--linux', '--dir', '--publish', 'never', ...options], {
    cwd: root,
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
    maxBuffer: 1e8,
  })
  return join(folder, 'dist', 'linux-unpacked', 'resources', 'app.asar')
}

/** Native code is loaded by the system, which cannot look into the archive. */
async function checkBeside(archive, files) {
  const native = files.filter(({ path }) => /\.(?:node|so(?:\.[\d.]+)?|dll|dylib)$/u.test(path))
  const inside = native.filter(({ beside }) => !beside)
  if (native.length === 0 || inside.length > 0) {
    throw new Error(`Native code inside the archive: ${inside.map(({ path }) => path).join(', ') || 'none was packed'}`)
  }
  for (const { path } of native) await stat(join(`${archive}.unpacked`, path))
  const own = native.filter(
    ({ path }) => /lancedb|duckdb\.node|onnxruntime_binding|jieba|watcher/u.test(path) && path.endsWith('.node'),
  )
  for (const { path } of own) {
    // A process each, as a library that cannot be loaded may take its process with it.
    await run(process.execPath, ['-e', `require(${JSON.stringify(join(`${archive}.unpacked`, path))})`])
  }
  console.log(`${native.length} native files lie beside the archive; ${own.length} modules were loaded from there`)
}

/** Every package that the bundle names is loaded, so that nothing is left out that something needs. */
async function loadImports(app) {
  const bundle = join(app, 'out/main')
  const { dependencies } = JSON.parse(await readFile(join(app, 'package.json'), 'utf8'))
  const specifiers = new Set()
  for (const name of await readdir(bundle, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const text = await readFile(join(bundle, name), 'utf8')
    for (const [, found] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']((?:@[\w.-]+\/)?[a-z][\w./-]*)["']/gu))
      specifiers.add(found)
  }
  // What else looks like an import stands in a comment.
  const wanted = [...specifiers].filter((name) => Object.hasOwn(dependencies, partOf(`node_modules/${name}`)))
  const script = join(bundle, 'load-imports.mjs')
  await writeFile(script, `for (const name of ${JSON.stringify(wanted)}) await import(name)\nprocess.exit()\n`)
  await run(process.execPath, [script])
  await rm(script)
  console.log(`ok  ${wanted.length} imports of packages were loaded`)
}

/** Uses what was packed as a person would, with Node in Electron's place. */
async function use(app, folder) {
  const passphrase = 'pelican lamp'
  const env = { ...process.env, LANCEDB_LOG: 'error', CAIRN_STORE_PASSPHRASE: passphrase }
  const cairn = async (...args) => {
    const store = ['--store', join(folder, 'store'), '--lang', 'en']
    const options = { cwd: folder, env, maxBuffer: 1e8 }
    const running = run(process.execPath, [join(app, 'out/main/cli.js'), ...args, ...store], options)
    running.child.stdin.end(`${passphrase}\n`)
    return (await running).stdout
  }
  const asked = async (what, wanted, ...args) => {
    const text = await cairn(...args)
    if (!text.includes(wanted)) throw new Error(`${what}: “${wanted}” is missing in\n${text}`)
    console.log(`ok  ${what}`)
  }
  const fixtures = join(root, 'tests/fixtures')
  // Some of the public files are damaged on purpose, which is the exit code's word.
  await cairn('ingest', join(app, 'resources/sample'), join(fixtures, 'public-files/files')).catch(() => '')
  await cairn('ingest', join(fixtures, 'ocr/heron-hut.png'))
  for (const kind of ['.pdf', '.docx', '.xlsx', '.odt', '.eml', '.html', '.csv']) {
    await asked(`a document of the kind ${kind} is in the library`, kind, 'documents')
  }
  await asked('an English question has an answer', '1987', 'ask', 'When was the heron hut opened?')
  await asked('a Chinese question has an answer', '[1]', 'ask', '水位监测多久一次？')
  await asked('the calculator calculates', '145', 'ask', 'What is 12 * 12 + 1?')
  await asked('the store is encrypted', 'The data folder is encrypted', 'encrypt', 'on')
  await asked('an encrypted store has an answer', '1987', 'ask', 'When was the heron hut opened?')
  for (const format of ['pdf', 'docx']) {
    const report = join(folder, `report.${format}`)
    await cairn('research', 'How is the water level measured?', '--yes', '--format', format, '--out', report)
    if ((await stat(report)).size < 1000) throw new Error(`The report as ${format} is empty.`)
    console.log(`ok  a report as ${format}`)
  }
}

const folder = await mkdtemp(join(tmpdir(), 'cairn-packed-'))
try {
  await ensureBuilt()
  const archive = await pack(folder)
  const files = packedFiles(asar.getRawHeader(archive).header)
  for (const line of sizeLines(files)) console.log(line)
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  if (megabytes > limit)
    throw new Error(`That is more than ${limit} MB: leave out what came in, or say why it is worth it.`)
  await checkBeside(archive, files)
  const app = join(folder, 'app')
  asar.extractAll(archive, app)
  await loadImports(app)
  await use(app, folder)
} finally {
  await rm(folder, { recursive: true, force: true })
}
