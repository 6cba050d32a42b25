import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FolderRules } from '@shared/folders/folder-shapes'
import { compileRules } from '@engine/ingest/watch/rules/folder-rules'

function rules(fields: Partial<FolderRules>) {
  const compiled = compileRules(FolderRules.parse(fields), { leavesOut: () => false })
  return {
    leavesOutFolder: (path: string) => compiled.leavesOutFolder(path),
    leavesOutFile: (path: string, size: number) => compiled.leavesOutFile(path, size),
  }
}

// Would catch patterns that mean something else than in a .gitignore file.
test('patterns are read as git reads them', () => {
  const { leavesOutFile, leavesOutFolder } = rules({ ignore: 'drafts/\n*.bak\n/only.md\n!keep.bak\n# a remark\n' })
  expect(leavesOutFolder('drafts')).toBe(true)
  expect(leavesOutFolder(join('in', 'drafts'))).toBe(true)
  expect(leavesOutFile('drafts', 5)).toBe(false)
  expect(leavesOutFile(join('in', 'a.bak'), 5)).toBe(true)
  expect(leavesOutFile('keep.bak', 5)).toBe(false)
  expect(leavesOutFile('only.md', 5)).toBe(true)
  expect(leavesOutFile(join('in', 'only.md'), 5)).toBe(false)
})

test('size, kinds and depth are limits; hidden, temporary and empty files are left out whatever they say', () => {
  const { leavesOutFile, leavesOutFolder } = rules({ max_mb: 0.001, kinds: ['md'], depth: 1 })
  expect(leavesOutFile('a.md', 1048)).toBe(false)
  expect(leavesOutFile('a.md', 1049)).toBe(true)
  expect(leavesOutFile('a.MD', 5)).toBe(false)
  expect(leavesOutFile('a.pdf', 5)).toBe(true)
  expect(leavesOutFile('a.md', 0)).toBe(true)
  expect(leavesOutFile('.a.md', 5)).toBe(true)
  expect(leavesOutFile('~$a.md', 5)).toBe(true)
  expect(leavesOutFile(join('in', 'a.md'), 5)).toBe(false)
  expect(leavesOutFile(join('in', 'in', 'a.md'), 5)).toBe(true)
  expect(leavesOutFolder('in')).toBe(false)
  expect(leavesOutFolder(join('in', 'in'))).toBe(true)
  expect(leavesOutFolder('node_modules')).toBe(true)
})
