import { describe, expect, it } from 'vitest'
import { isIgnoredPath } from '@engine/ingest/files/ignored-names'
import { freePath, memberPath } from '@engine/ingest/members/member-path'

describe('memberPath', () => {
  it.each([
    ['folder/file.txt', 'folder/file.txt'],
    ['./folder//file.txt', 'folder/file.txt'],
    ['..\\..\\windows\\file.txt', 'windows/file.txt'],
    ['/etc/passwd', 'etc/passwd'],
    ['C:\\Users\\a.txt', 'Users/a.txt'],
    ['a/../../b.txt', 'a/b.txt'],
    ['tab\tand\0nul\r\n.txt', 'tabandnul.txt'],
    ['safe\u202Egnp.exe', 'safegnp.exe'],
    ['e\u0301.txt', 'é.txt'],
    ['half\ud800.txt', 'half\ufffd.txt'],
    ['..', null],
    ['', null],
    ['/', null],
  ])('makes a name of %j', (raw, path) => {
    expect(memberPath(raw)).toBe(path)
  })

  it('cuts what is too long or too deep, and keeps the end', () => {
    const long = memberPath(`${'长'.repeat(5000)}.pdf`) ?? ''
    expect(Array.from(long)).toHaveLength(200)
    expect(long.endsWith('.pdf')).toBe(true)
    expect(memberPath(`${'a/'.repeat(500)}b.txt`)?.split('/')).toHaveLength(32)
  })

  it('numbers what is taken before the extension, and never the folder', () => {
    const taken = new Set(['a.b/c', 'a.b/c.txt', 'a.b/c (2).txt'])
    const isTaken = (path: string) => taken.has(path)
    expect(freePath('a.b/d.txt', isTaken)).toBe('a.b/d.txt')
    expect(freePath('a.b/c.txt', isTaken)).toBe('a.b/c (3).txt')
    expect(freePath('a.b/c', isTaken)).toBe('a.b/c (2)')
  })
})

describe('isIgnoredPath', () => {
  it('leaves out what folders hide, at any depth, and nothing for a dot that means "here"', () => {
    for (const path of [
      '.git/config',
      'a/.DS_Store',
      '__MACOSX/a/._b',
      'x\\.hidden',
      '..',
      './',
      'node_modules/a.js',
    ]) {
      expect(isIgnoredPath(path)).toBe(true)
    }
    for (const path of ['./a.txt', '../a.txt', 'a.b/c', 'a/b.txt']) expect(isIgnoredPath(path)).toBe(false)
  })
})
