import { resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '..')

/**
 * Bundles TypeScript entries (name → path from the repository root) to `<folder>/<name>.mjs`, because threads and child
 * processes can only start from JavaScript. Packages stay imports.
 */
export async function bundle(entries: Readonly<Record<string, string>>, folder: string): Promise<void> {
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, resolve(root, path)]))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: {
      alias: {
        '@engine': resolve(root, 'electron/engine'),
        '@shells': resolve(root, 'electron/shells'),
        '@resources': resolve(root, 'resources'),
        '@shared': resolve(root, 'shared'),
      },
    },
    // As electron.vite.config.ts has it: packages of many small files are opened by every thread, one by one.
    ssr: { noExternal: [/^(?:zod|unified|remark-|mdast-|micromark|unist-|vfile|p-queue|lru-cache|stemmer)/u] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20.19',
      minify: false,
      rolldownOptions: {
        input,
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
      },
    },
  })
}
