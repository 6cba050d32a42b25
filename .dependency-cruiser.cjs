/** The rooms of Cairn and who may import whom (docs/architecture.md). Every rule has a planted violation in tests/architecture/planted that must fire. */

/** A package, whether it is installed or not. */
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)|^(${names.join('|')})(/|$)`

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })
const behindPorts = 'pipeline|retrieval|answer|critic|graph|research|session|ingest|tools'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule('no-cycles', 'A cycle has no first file to read.', {}, { circular: true }),
    rule('everything-resolves', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    rule(
      'renderer-imports-no-electron',
      'The window reaches the engine through the contract only.',
      { path: '^renderer/' },
      { path: '^electron/' },
    ),
    rule('electron-imports-no-renderer', 'The engine knows no window.', { path: '^electron/' }, { path: '^renderer/' }),
    rule(
      'shared-imports-neither',
      'What both sides share depends on neither.',
      { path: '^shared/' },
      { path: '^(electron|renderer|bench|tests|scripts)/' },
    ),
    rule(
      'shared-imports-zod-and-contract-only',
      'What both sides share runs in a window and in Node.',
      { path: '^shared/' },
      { pathNot: [packages('zod', '@orpc/contract'), '^shared/', '^(electron|renderer|bench|tests|scripts)/'] },
    ),
    rule(
      'electron-package-in-its-shell-only',
      'The engine is plain Node; only the window shell and its adapter know Electron.',
      { pathNot: '^electron/(main|preload|shells/window/[^/]+|inference/electron-[^/]+)\\.ts$|^tests/' },
      // Not packages(): an unresolved `electron` would look like our own folder.
      { path: '(^|/)node_modules/electron/' },
    ),
    rule(
      'window-decisions-are-plain',
      'What the window shell decides is tested without Electron, files or an engine.',
      { path: '^electron/shells/window/decisions/' },
      {
        path: '(^|/)node_modules/electron/|^(node:)?fs|^electron/',
        pathNot: '^electron/(shells/window/decisions|platform)/',
      },
    ),
    rule(
      'rooms-know-storage-and-inference-through-ports',
      'These rooms are tested with fakes; import an interface of electron/ports.',
      { path: `^electron/(${behindPorts})/` },
      { path: '^electron/(storage|inference)/' },
    ),
    rule(
      'storage-and-inference-know-no-room',
      'What stands behind a port does not know who uses it.',
      { path: '^electron/(storage|inference)/' },
      { path: `^electron/(${behindPorts}|storage|inference|api|shells)/`, pathNot: '^electron/$1/' },
    ),
    rule(
      'ports-are-interfaces',
      'A port names types only.',
      { path: '^electron/ports/' },
      { path: '^electron/(?!ports/)' },
    ),
    rule(
      'text-and-platform-are-leaves',
      'Every room may import them, so they import none.',
      { path: '^electron/(text|platform)/' },
      { path: '^electron/', pathNot: '^electron/$1/' },
    ),
    rule(
      'critic-judges-by-rules-alone',
      'The critic holds any answer against any passages, whoever made them.',
      { path: '^electron/critic/' },
      { path: '^electron/(?!critic/|text/|ports/|retrieval/key-terms\\.ts$)' },
    ),
    rule(
      'stages-import-no-stage',
      'Stages are put together in answer-question.ts only.',
      { path: '^electron/pipeline/stages/' },
      { path: '^electron/pipeline/stages/' },
    ),
    rule(
      'api-and-shells-stand-outside',
      'What is called by a shell does not know that it is.',
      { path: '^electron/', pathNot: '^electron/(api|shells)/|^electron/(cli|main|preload)\\.ts$' },
      { path: '^electron/(api|shells)/' },
    ),
    rule(
      'api-knows-ports-only',
      'The router puts the contract in front of any engine.',
      { path: '^electron/api/' },
      { path: '^electron/(?!api/|ports/)' },
    ),
    rule(
      'shells-are-thin',
      'A shell reaches the engine through the contract.',
      { path: '^electron/shells/' },
      { path: '^electron/(?!shells/|api/|ports/|text/|platform/|engine\\.ts$)' },
    ),
    rule(
      'engine-for-shells-only',
      'The composition root is nobody’s dependency but the shells’.',
      { pathNot: '^electron/(shells/|cli\\.ts$|main\\.ts$)|^(tests|bench)/' },
      { path: '^electron/engine\\.ts$' },
    ),
    rule(
      'lancedb-in-storage-only',
      'Everyone else asks a port; one bench measures LanceDB bare, to compare with.',
      { pathNot: '^electron/storage/|^bench/bare-lancedb\\.ts$' },
      { path: packages('@lancedb') },
    ),
    rule(
      'model-runtimes-in-inference-only',
      'They may crash; the supervisor in inference is what survives that. One bench runs them bare, to compare with.',
      { pathNot: '^electron/inference/|^bench/bare-models\\.ts$|^tests/unit/inference/' },
      { path: packages('node-llama-cpp', 'onnxruntime-node') },
    ),
    rule(
      'graph-rendering-in-its-feature-only',
      'One feature draws graphs; one bench measures how long arranging takes.',
      { pathNot: '^renderer/features/graph/|^bench/graph\\.ts$|^tests/unit/renderer/graph/' },
      { path: packages('sigma', '@sigma', 'graphology-layout-forceatlas2') },
    ),
    rule(
      'features-import-no-sibling',
      'What two features share belongs into ui, state or shared.',
      { path: '^renderer/features/([^/]+)/' },
      { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    ),
    rule(
      'features-reach-the-bridge-through-state',
      'features → state → bridge.',
      { path: '^renderer/(features|ui)/' },
      { path: '^renderer/bridge/' },
    ),
    rule(
      'state-and-bridge-know-no-feature',
      'features → state → bridge, never back.',
      { path: '^renderer/(state|bridge|ui)/' },
      { path: '^renderer/features/' },
    ),
    rule(
      'bridge-knows-no-state',
      'features → state → bridge, never back.',
      { path: '^renderer/bridge/' },
      { path: '^renderer/state/' },
    ),
    rule(
      'product-imports-no-test',
      'Tests are not shipped.',
      { path: '^(electron|shared|renderer|bench|scripts)/' },
      { path: '^tests/' },
    ),
    rule(
      'bench-in-its-command-only',
      'Benches weigh too much to load by accident.',
      { path: '^(electron|renderer|shared)/', pathNot: '^electron/shells/terminal/bench\\.ts$' },
      { path: '^bench/' },
    ),
    rule(
      'bench-wires-rooms-not-shells',
      'A bench may wire rooms to measure one alone, but never what only shows results; the window is measured whole.',
      { path: '^bench/', pathNot: '^bench/window/' },
      { path: '^electron/(api/|shells/|cli\\.ts$|main\\.ts$|preload\\.ts$)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
