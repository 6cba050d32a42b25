// Models and a host of models for the screenshots: nothing is downloaded.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The makers of models small enough to be written here, as JavaScript. */
export async function tinyModels() {
  const folder = join(root, 'out', 'test', 'tiny-models')
  const input = Object.fromEntries(
    ['tiny-gguf', 'tiny-encoder'].map((name) => [name, join(root, 'bench', 'tiny-models', `${name}.ts`)]),
  )
  const output = { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' }
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { external: true },
    build: { ssr: true, outDir: folder, emptyOutDir: false, target: 'node20.19', rolldownOptions: { input, output } },
  })
  const load = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href)
  return { ...(await load('tiny-gguf')), ...(await load('tiny-encoder')) }
}

/** Stands in for the host of models: whatever is asked for comes at 20 MB a second, and never to its end. */
export async function slowHub() {
  const piece = Buffer.alloc(2_000_000)
  const hub = createServer((request, response) => {
    const size = 639_446_688
    response.writeHead(200, { 'content-length': size, etag: '"1"', 'accept-ranges': 'bytes' })
    const timer = setInterval(() => response.write(piece), 100)
    response.on('close', () => clearInterval(timer))
  })
  hub.listen(0, '127.0.0.1')
  await once(hub, 'listening')
  return hub
}
