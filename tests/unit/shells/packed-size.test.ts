import { expect, test } from 'vitest'
import { packedFiles, partOf, sizeLines, sizesByPart } from '../../../scripts/packaging/packed-size.mjs'

const header = {
  files: {
    'package.json': { size: 1_000_000 },
    out: { files: { main: { files: { 'main.js': { size: 2_000_000 }, 'cli.js': { size: 500_000 } } } } },
    node_modules: {
      files: {
        zod: { files: { 'index.js': { size: 3_000_000 }, 'latest.js': { link: 'index.js' } } },
        '@duckdb': { files: { 'node-api': { files: { 'duckdb.node': { size: 9_000_000, unpacked: true } } } } },
      },
    },
  },
}

// Would catch a sum without what lies beside the archive, which is most of it.
test('what is packed is added up by its packages, within the archive and beside it', () => {
  const files = packedFiles(header)
  expect(files).toHaveLength(5)
  expect(files.filter(({ beside }) => beside)).toEqual([
    { path: 'node_modules/@duckdb/node-api/duckdb.node', bytes: 9_000_000, beside: true },
  ])
  expect(sizesByPart(files).slice(0, 3)).toEqual([
    { part: '@duckdb/node-api', bytes: 9_000_000 },
    { part: 'zod', bytes: 3_000_000 },
    { part: 'out/main', bytes: 2_500_000 },
  ])
  expect(sizeLines(files, 2)).toEqual([
    '    15.5 MB  in all, 5 files, without Electron and without models',
    '     9.0 MB  @duckdb/node-api',
    '     3.0 MB  zod',
    '     3.5 MB  2 smaller parts',
  ])
})

test.each([
  ['node_modules/zod/v4/index.js', 'zod'],
  ['node_modules/@lancedb/lancedb/dist/index.js', '@lancedb/lancedb'],
  ['node_modules/a/node_modules/b/index.js', 'a'],
  ['resources/terms/en.json', 'resources/terms'],
  ['package.json', 'package.json'],
])('%s belongs to %s', (path, part) => {
  expect(partOf(path)).toBe(part)
})
