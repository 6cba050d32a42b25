import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** What reaches a network by itself; everything asks the network gate instead. */
const reachesOut = 'Only electron/engine/platform/network-gate.ts reaches a network; ask it.'
const requests = ['default', 'request', 'get', 'Agent', 'ClientRequest', 'globalAgent', 'connect', 'createConnection']
const clients = ['http', 'https', 'http2', 'net', 'tls'].flatMap((name) => [name, `node:${name}`])

export default tseslint.config(
  { ignores: ['out/**', 'node_modules/**', 'resources/**', 'tests/architecture/planted/**', 'tests/fixtures/**'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['electron/**/*.ts', 'shared/**/*.ts', 'renderer/**/*.{ts,tsx}'],
    rules: {
      'max-lines-per-function': ['error', { max: 60 }],
      'max-params': ['error', 4],
      // A variable of the same scope that is not there yet is a crash; constants of the module are there when functions run.
      '@typescript-eslint/no-use-before-define': [
        'error',
        { functions: false, classes: false, typedefs: false, variables: false },
      ],
    },
  },
  {
    // Where the engine is put together, nothing may be used that is declared further down, not even in a closure.
    files: ['electron/engine/engine.ts', 'electron/engine/wiring/**/*.ts'],
    rules: { '@typescript-eslint/no-use-before-define': ['error', { functions: false, typedefs: false }] },
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...jsxA11y.flatConfigs.strict.rules,
      // Only says what the React compiler would leave alone; it is not used here.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    // What cannot be forbidden here (a package's own requests) is seen by tests that watch the machine's sockets.
    files: ['electron/**/*.ts'],
    // The gate; and the web shell's call to itself, by literal address.
    ignores: ['electron/engine/platform/network-gate.ts', 'electron/shells/web/server-record.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'].map((name) => ({ name, message: reachesOut })),
      ],
      'no-restricted-properties': [
        'error',
        ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'].flatMap((property) =>
          ['globalThis', 'global', 'self', 'window'].map((object) => ({ object, property, message: reachesOut })),
        ),
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...clients.map((name) => ({ name, importNames: requests, message: reachesOut })),
            ...['undici', 'dgram', 'node:dgram', 'axios', 'got', 'node-fetch'].map((name) => ({
              name,
              message: reachesOut,
            })),
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportExpression[source.value=/^((node:)?(https?|http2|net|tls|dgram)|undici)$/]',
          message: reachesOut,
        },
      ],
    },
  },
  {
    // Terminal programs print; tests and benches may be long tables of cases.
    files: ['scripts/**', 'bench/**', 'tests/**', 'electron/shells/terminal/**'],
    rules: { 'no-console': 'off', 'max-lines': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    ...tseslint.configs.disableTypeChecked,
  },
)
