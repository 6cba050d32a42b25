import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { guidePage, helpStyle, installedPackages, licencePage } from './scripts/packaging/help-pages.mjs'

const here = import.meta.dirname
const alias = {
  '@engine': resolve(here, 'electron/engine'),
  '@shells': resolve(here, 'electron/shells'),
  '@renderer': resolve(here, 'renderer'),
  '@resources': resolve(here, 'resources'),
  '@shared': resolve(here, 'shared'),
}
/** scripts/build.mjs builds elsewhere first, so that a bundle appears whole or not at all. */
const out = process.env['CAIRN_OUT'] ?? resolve(here, 'out')

export default defineConfig({
  main: {
    resolve: { alias },
    build: {
      outDir: resolve(out, 'main'),
      externalizeDeps: {
        // Only benches use these, which the packaged application leaves out.
        include: [
          'playwright',
          'graphology-layout-forceatlas2',
          'minisearch',
          '@orama/orama',
          '@orama/stopwords',
          '@orama/tokenizers',
          '@sqlite.org/sqlite-wasm',
        ],
        // Packages of many small files, which every process and thread would open one by one.
        exclude: ['zod', 'unified', 'remark-gfm', 'remark-parse', 'p-queue', 'lru-cache', 'stemmer'],
      },
      target: 'node20.19',
      rolldownOptions: {
        input: {
          main: resolve(here, 'electron/main.ts'),
          cli: resolve(here, 'electron/shells/terminal/cli.ts'),
          'engine-process': resolve(here, 'electron/shells/web/engine-process.ts'),
          'parse-worker': resolve(here, 'electron/engine/ingest/parsing/parse-worker.ts'),
          'ocr-process': resolve(here, 'electron/engine/ingest/ocr/process/ocr-process.ts'),
          'upkeep-process': resolve(here, 'electron/engine/storage/chunks/upkeep/upkeep-process.ts'),
          'sealed-table-thread': resolve(here, 'electron/engine/storage/chunks/sealed/sealed-table-thread.ts'),
          'graph-thread': resolve(here, 'electron/engine/threads/graph-thread.ts'),
          'table-thread': resolve(here, 'electron/engine/threads/table-thread.ts'),
          'report-worker': resolve(here, 'electron/engine/research/export/report-worker.ts'),
          'inference-host': resolve(here, 'electron/engine/inference/host/host.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: resolve(out, 'preload'),
      // A sandboxed preload script can load nothing but `electron`.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: resolve(here, 'electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(here, 'renderer'),
    base: './',
    resolve: { alias },
    plugins: [react(), pdfAssets(), helpPages()],
    build: {
      outDir: resolve(out, 'renderer'),
      emptyOutDir: true,
      target: 'chrome120',
      minify: true,
      // A font or picture in the style sheet would need data: in the policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: resolve(here, 'renderer/index.html') },
    },
  },
})

/** What pdf.js fetches while it draws: character maps, the standard fonts, decoders of pictures and colours. */
function pdfAssets(): Plugin {
  const from = resolve(here, 'node_modules/pdfjs-dist')
  return {
    name: 'pdf-assets',
    generateBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
        for (const name of readdirSync(join(from, folder))) {
          const source = readFileSync(join(from, folder, name))
          this.emitFile({ type: 'asset', fileName: `pdfjs/${folder}/${name}`, source })
        }
      }
    },
  }
}

/** What Help shows: the user guide, and whose packages are in the installation. */
function helpPages(): Plugin {
  return {
    name: 'help-pages',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const bundled = new Set(modules.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(id)?.[1] ?? []))
      const emit = (name: string, source: string) => this.emitFile({ type: 'asset', fileName: `help/${name}`, source })
      emit('guide.html', guidePage(readFileSync(resolve(here, 'docs/user-guide.md'), 'utf8')))
      emit('licences.html', licencePage(installedPackages(here, bundled)))
      emit('help.css', helpStyle)
    },
  }
}
