import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { npmManifest } from '../../../scripts/packaging/npm-manifest.mjs'

const checkout: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

// Would catch a package without its command, with the checkout's scripts, or one that fetches 1.5 GB of builds nobody uses.
test('what npm installs has the command, what runs, and stand-ins for what does not', () => {
  const manifest = npmManifest(checkout)
  expect(manifest).toMatchObject({ name: 'cairn', bin: { cairn: 'bin/cairn.mjs' }, type: 'module' })
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']))
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']))
  expect(manifest.dependencies).toHaveProperty('@lancedb/lancedb')
  expect(Object.keys(manifest.optionalDependencies).toSorted()).toEqual([
    '@huggingface/transformers',
    '@napi-rs/canvas',
    '@node-llama-cpp/linux-x64-cuda',
    '@node-llama-cpp/linux-x64-cuda-ext',
    '@node-llama-cpp/win-x64-cuda',
    '@node-llama-cpp/win-x64-cuda-ext',
    'openai',
  ])
})
