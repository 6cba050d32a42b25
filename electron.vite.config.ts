import { resolve } from 'node:path'
import { defineConfig } from 'electron-vite'

const here = import.meta.dirname

export default defineConfig({
  main: {
    resolve: { alias: { '@shared': resolve(here, 'shared') } },
    build: {
      // scripts/build.mjs builds elsewhere first, so that a bundle appears whole or not at all.
      outDir: process.env['CAIRN_OUT'] ?? 'out/main',
      externalizeDeps: true,
      target: 'node20.19',
      rolldownOptions: {
        input: {
          cli: resolve(here, 'electron/cli.ts'),
          'parse-worker': resolve(here, 'electron/ingest/parse-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
})
