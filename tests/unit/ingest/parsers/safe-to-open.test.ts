import { expect, it } from 'vitest'
import { isSafeToOpen, parsers } from '@engine/ingest/parsers/registry'

// Would catch a "document" that is a program: one press in the library would start it.
it.each([
  ...['setup.exe', 'a.pdf.exe', 'run.bat', 'run.cmd', 'x.ps1', 'x.sh', 'x.js', 'x.vbs', 'x.py', 'x.lnk', 'x.desktop'],
  ...[
    'page.html',
    'page.htm',
    'page.mht',
    'books.xlsm',
    'deck.pptm',
    'a.pdf ',
    'a.pdf.',
    'pdf',
    '/dir.pdf/run',
    'Makefile',
    'a.svg',
  ],
])('never hands %s to the system', (name) => {
  expect(isSafeToOpen(name)).toBe(false)
})

it.each([
  'a.pdf',
  'A.PDF',
  '/home/me/letter.docx',
  'C:\\papers\\budget.xlsx',
  '会议.pptx',
  'notes.txt',
  'book.epub',
  'mail.eml',
])('hands %s to the system', (name) => expect(isSafeToOpen(name)).toBe(true))

it('asks every parser whether what it reads can run', () => {
  const all = parsers.flatMap(({ extensions }) => extensions)
  const macros = all.filter((extension) => /^(?:xl|pp|po|do)\w+m$/u.test(extension))
  expect(macros.length).toBeGreaterThan(3)
  for (const extension of macros) expect(isSafeToOpen(`a.${extension}`), extension).toBe(false)
})
