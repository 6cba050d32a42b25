import { resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '..')

/** Builds the parse worker once for all test files, as threads can only start from JavaScript. */
export default async function buildOnce(): Promise<void> {
  const outDir = resolve(root, 'out/test')
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '@shared': resolve(root, 'shared') } },
    ssr: { external: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20.19',
      minify: false,
      rolldownOptions: {
        input: { 'parse-worker': resolve(root, 'electron/ingest/parse-worker.ts') },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
  process.env['CAIRN_PARSE_WORKER'] = resolve(outDir, 'parse-worker.js')
}
