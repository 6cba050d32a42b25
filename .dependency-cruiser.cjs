/** The rooms of Cairn and who may import whom (docs/architecture.md). Every rule has a planted violation in tests/architecture/planted that must fire. */

/** A package, whether it is installed or not. */
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)|^(${names.join('|')})(/|$)`

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })
const behindPorts = 'pipeline|retrieval|answer|critic|graph|research|session|ingest|tools|evaluation'

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
      'What both sides share runs in a window and in Node; words and other data are plain JSON.',
      { path: '^shared/' },
      {
        pathNot: [
          packages('zod', '@orpc/contract'),
          '^shared/',
          '^resources/.+\\.json$',
          '^(electron|renderer|bench|tests|scripts)/',
        ],
      },
    ),
    rule(
      'electron-package-in-its-shell-only',
      'The engine is plain Node; only the window shell knows Electron.',
      { pathNot: '^electron/(main|preload)\\.ts$|^electron/shells/window/|^tests/' },
      // Not packages(): an unresolved `electron` would look like our own folder.
      { path: '(^|/)node_modules/electron/' },
    ),
    rule(
      'window-decisions-are-plain',
      'What the window shell decides is tested without Electron, files or an engine.',
      { path: '^electron/shells/window/decisions/' },
      {
        path: '(^|/)node_modules/electron/|^(node:)?fs|^electron/',
        pathNot: '^electron/(shells/window/decisions|engine/platform)/',
      },
    ),
    rule(
      'rooms-know-storage-and-inference-through-ports',
      'These rooms are tested with fakes; import an interface of electron/engine/ports.',
      { path: `^electron/engine/(${behindPorts})/` },
      { path: '^electron/engine/(storage|inference)/' },
    ),
    rule(
      'storage-and-inference-know-no-room',
      'What stands behind a port does not know who uses it.',
      { path: '^electron/engine/(storage|inference)/' },
      { path: `^electron/engine/(${behindPorts}|storage|inference|api|wiring)/`, pathNot: '^electron/engine/$1/' },
    ),
    rule(
      'ports-are-interfaces',
      'A port names types only.',
      { path: '^electron/engine/ports/' },
      { path: '^electron/(?!engine/ports/)' },
    ),
    rule(
      'text-and-platform-are-leaves',
      'Every room may import them, so they import none.',
      { path: '^electron/engine/(text|platform)/' },
      { path: '^electron/', pathNot: '^electron/engine/$1/' },
    ),
    rule(
      'question-is-read-from-its-text-alone',
      'A reading holds in every library, so it asks none.',
      { path: '^electron/engine/question/' },
      { path: '^electron/(?!engine/(question|text|ports)/)' },
    ),
    {
      ...rule(
        'question-is-read-once',
        'Only stages 2 and 3 read words, forms and parts of a question; what is behind them takes an AskedQuestion.',
        {
          path: '^electron/engine/',
          pathNot: [
            '^electron/engine/question/',
            '^electron/engine/pipeline/(stages/[23]-|intent/|rewrite/)',
            // Wordings that a model added to a question; questions that Cairn itself suggests; a name of columns.
            '^electron/engine/pipeline/(forms/reading/whole-documents|suggest/suggest-follow-ups)\\.ts$',
            // A tool's reading is part of stage 3.
            '^electron/engine/tools/table-query/read-table-question\\.ts$',
          ],
        },
        { path: '^electron/engine/question/(forms|parts|words|library)/' },
      ),
      to: {
        path: '^electron/engine/question/(forms|parts|words|library)/',
        // What was read has types, and the question what there is a constant.
        pathNot: '^electron/engine/question/library/library-reading\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      ...rule(
        'acts-of-the-user-are-the-users',
        'Whoever makes one can let a tool of another program run: only where a message or an answer of the user comes in.',
        {
          path: '^electron/',
          pathNot:
            '^electron/engine/(tools/consent/|pipeline/chat\\.ts$|tools/external/(?:answer-consent|planned-calls)\\.ts$)',
        },
        { path: '^electron/engine/tools/consent/user-act\\.ts$' },
      ),
      to: { path: '^electron/engine/tools/consent/user-act\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    rule(
      'critic-judges-by-rules-alone',
      'The critic holds any answer against any passages, whoever made them.',
      { path: '^electron/engine/critic/' },
      {
        path: '^electron/(?!engine/(critic/|text/|ports/|retrieval/question/key-terms\\.ts$|retrieval/terms/related-terms\\.ts$))',
      },
    ),
    rule(
      'searching-in-rounds-asks-narrow-rooms',
      'The loop is tested with a library in memory; one file there knows what a turn has.',
      {
        path: '^electron/engine/research/deep-search/',
        pathNot: '^electron/engine/research/deep-search/library-rooms\\.ts$',
      },
      {
        path: '^electron/engine/pipeline/',
        pathNot: '^electron/engine/pipeline/(model-calls/(ask-model|model-call)|prompts/(json-prompts|neutral))\\.ts$',
      },
    ),
    rule(
      'stages-import-no-stage',
      'Stages are put together in answer-question.ts only.',
      { path: '^electron/engine/pipeline/stages/' },
      { path: '^electron/engine/pipeline/stages/' },
    ),
    rule(
      'engine-knows-no-shell',
      'What is called by a shell does not know that it is.',
      { path: '^electron/engine/' },
      { path: '^electron/(shells/|main\\.ts$|preload\\.ts$)' },
    ),
    rule(
      'api-stands-in-front',
      'No room calls the router that calls it.',
      { path: '^electron/engine/', pathNot: '^electron/engine/api/' },
      { path: '^electron/engine/api/' },
    ),
    rule(
      'api-knows-ports-only',
      'The router puts the contract in front of any engine.',
      { path: '^electron/engine/api/' },
      { path: '^electron/(?!engine/(api|ports)/)' },
    ),
    rule(
      'shells-are-thin',
      'A shell reaches the engine through the contract.',
      { path: '^electron/shells/' },
      { path: '^electron/(?!shells/|engine/(api/|ports/|text/|platform/|engine\\.ts$))' },
    ),
    rule(
      'engine-for-shells-only',
      'The composition root is nobody’s dependency but the shells’.',
      { pathNot: '^electron/(shells/|main\\.ts$)|^(tests|bench)/' },
      { path: '^electron/engine/engine\\.ts$' },
    ),
    rule(
      'wiring-for-the-engine-only',
      'Only the composition root puts rooms together.',
      { path: '^(electron|renderer|shared|bench)/', pathNot: '^electron/engine/(engine\\.ts$|wiring/)' },
      { path: '^electron/engine/wiring/' },
    ),
    rule(
      'lancedb-in-storage-only',
      'Everyone else asks a port; one bench measures LanceDB bare, to compare with.',
      { pathNot: '^electron/engine/storage/|^bench/(?:speed/bare-lancedb|rivals/plain-lancedb-rival)\\.ts$' },
      { path: packages('@lancedb') },
    ),
    rule(
      'duckdb-in-tables-only',
      'What runs a query is confined there: no file, no network, limits of time and memory.',
      { pathNot: '^electron/engine/tools/tables/' },
      { path: packages('@duckdb') },
    ),
    rule(
      'model-runtimes-in-inference-only',
      'They may crash; the supervisor in inference is what survives that. One bench runs them bare, to compare with.',
      { pathNot: '^electron/engine/inference/|^bench/models/bare-models\\.ts$|^tests/unit/inference/' },
      { path: packages('node-llama-cpp', 'onnxruntime-node') },
    ),
    rule(
      'text-recognition-in-its-room-only',
      'It may crash or hang; the process in ingest/ocr is what survives that.',
      { pathNot: '^electron/engine/ingest/ocr/recognition/' },
      { path: packages('tesseract\\.js', '@tesseract\\.js-data') },
    ),
    rule(
      'network-by-the-gate-only',
      'What is imported while running escapes the lint rule that names what may be imported of these.',
      { path: '^electron/', pathNot: '^electron/engine/platform/network-gate\\.ts$' },
      { dynamic: true, path: '^((node:)?(https?|http2|net|tls|dgram)|undici)$' },
    ),
    rule(
      'graph-rendering-in-its-feature-only',
      'One feature draws graphs; one bench measures how long arranging takes.',
      { pathNot: '^renderer/features/graph/|^bench/graph/graph-bench\\.ts$|^tests/unit/renderer/graph/' },
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
      { path: '^renderer/(features|answer|ui)/' },
      { path: '^renderer/bridge/' },
    ),
    rule(
      'state-and-bridge-know-no-feature',
      'features → state → bridge, never back.',
      { path: '^renderer/(state|bridge|ui|answer)/' },
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
      {
        path: '^(electron|renderer|shared)/',
        pathNot: '^electron/shells/terminal/commands/system/bench-command\\.ts$',
      },
      { path: '^bench/' },
    ),
    rule(
      'bench-wires-rooms-not-shells',
      'A bench may wire rooms to measure one alone, but never what only shows results; the window is measured whole.',
      { path: '^bench/', pathNot: '^bench/window/' },
      { path: '^electron/(engine/api/|shells/|main\\.ts$|preload\\.ts$)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      // What most imports end in first, and what was looked up kept for the whole run: the defaults ask the disk a fifth longer.
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      cachedInputFileSystem: { cacheDuration: 600_000 },
    },
  },
}
