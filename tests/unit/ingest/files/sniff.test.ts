import { strToU8, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { CairnError } from '@shared/errors'
import { sniffFormat } from '@engine/ingest/files/sniff'
import { smallDocx } from '../small-docx'
import { smallDoc, smallOle } from '../small-ole'
import { smallPdf } from '../small-pdf'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

function failure(content: Uint8Array, name: string): CairnError {
  try {
    sniffFormat(content, name)
  } catch (thrown) {
    if (thrown instanceof CairnError) return thrown
    throw thrown
  }
  throw new Error('was accepted')
}

describe('sniffFormat', () => {
  it.each([
    ['# Hi\n\ntext', 'a.md', 'markdown'],
    ['hello', 'a.txt', 'text'],
    ['hello', 'no-extension', 'text'],
    ['hello', 'odd.xyz', 'text'],
    ['Title\n=====\n', 'a.rst', 'rst'],
    ['* Head\n', 'a.org', 'org'],
    ['{"a":1}', 'a.json', 'code'],
    ['int main() {}', 'a.c', 'code'],
    ['all:\n\tls', 'Makefile', 'code'],
    ['<?xml version="1.0"?><a/>', 'a.unknown', 'code'],
    ['a,b\n1,2', 'a.csv', 'csv'],
    ['a\tb\n1\t2', 'a.tsv', 'csv'],
    ['a\tb\n1\t2\n3\t4\n5\t6\n', 'a.csv.txt', 'csv'],
    ['Words.\n\tMore words.\n\tMore.\n\tMore.\n', 'a.txt', 'text'],
    ['<p>fragment', 'a.htm', 'html'],
  ])('reads %j named %s as %s', (text, name, format) => {
    expect(sniffFormat(bytes(text), name)).toBe(format)
  })

  it('believes content over a wrong extension: a page saved as .txt would show its tags', () => {
    expect(sniffFormat(bytes('<!DOCTYPE html><p>x'), 'a.txt')).toBe('html')
    expect(sniffFormat(smallPdf([{ texts: [] }]), 'a.docx')).toBe('pdf')
    expect(sniffFormat(smallDocx(''), 'a.pdf')).toBe('docx')
    expect(sniffFormat(bytes('{\\rtf1 x}'), 'a.doc')).toBe('rtf')
    expect(sniffFormat(bytes('Dear all, just text.'), 'a.pdf')).toBe('text')
  })

  it('takes a template or component for code, though it begins like a page', () => {
    expect(sniffFormat(bytes('<html><?php echo 1 ?>'), 'a.php')).toBe('code')
  })

  it('reads an e-mail although its header looks like a table, and refuses a mailbox that does', () => {
    const header = 'From:\ta\nTo:\tb\nSubject:\tc\nDate:\td\n'
    expect(sniffFormat(bytes(header), 'a.eml')).toBe('eml')
    expect(failure(bytes(header), 'a.mbox').code).toBe('FORMAT_UNSUPPORTED')
  })

  it('does not take a text that speaks of %PDF- for a PDF', () => {
    expect(sniffFormat(bytes('The header %PDF-1.4 begins a PDF.'), 'a.txt')).toBe('text')
  })

  it.each([
    ['PowerPoint Document', 'a.ppt', 'FORMAT_UNSUPPORTED', 'PPTX'],
    ['EncryptedPackage', 'a.docx', 'FILE_ENCRYPTED', 'password'],
  ])('says what to do with a container that holds %s', (stream, name, code, word) => {
    const error = failure(smallOle({ [stream]: 'x' }), name)
    expect(error.code).toBe(code)
    expect(error.action).toContain(word)
  })

  it('tells an old Office file by what stands at its root, not by a file embedded in it or by words', () => {
    expect(sniffFormat(smallDoc('about the Workbook and the PowerPoint Document'), 'a.bin')).toBe('doc')
    const inMail = smallOle({ '__substg1.0_0037001F': 'x', attached: { WordDocument: 'x', EncryptedPackage: 'x' } })
    expect(sniffFormat(inMail, 'a.bin')).toBe('msg')
    expect(sniffFormat(smallOle({ Workbook: 'x', MBD0: { WordDocument: 'x' } }), 'a.bin')).toBe('xls')
  })

  it('lets its own parser report a damaged old Office file', () => {
    const whole = smallDoc('words')
    expect(sniffFormat(whole.subarray(0, 600), 'a.doc')).toBe('doc')
    const circle = Buffer.from(whole)
    circle.writeUInt32LE(circle.readUInt32LE(48), 68)
    expect(() => sniffFormat(circle, 'a.bin')).not.toThrow(RangeError)
  })

  it.each(['content.xml', 'readme.txt'])('refuses an archive with %s in words', (entry) => {
    const error = failure(zipSync({ [entry]: strToU8('x') }), 'a.bin')
    expect(error.code).toBe('FORMAT_UNSUPPORTED')
    expect(error.action).not.toBe('')
  })

  it('refuses mailboxes, images and rubbish', () => {
    expect(failure(bytes('From: a@b.c\nSubject: x\n\nhello'), 'a.mbox').message).toContain('mailbox')
    expect(failure(new Uint8Array(Buffer.from('89504e470d0a1a0a00', 'hex')), 'a.txt').message).toContain('image')
    const rubbish = Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919 + (at >> 3) * 31) % 256)
    expect(failure(rubbish, 'a.txt').code).toBe('FORMAT_UNSUPPORTED')
  })

  it('tells an empty file from one with only white space', () => {
    expect(failure(new Uint8Array(), 'a.md').code).toBe('FILE_EMPTY')
    expect(failure(bytes(' \n\t\n'), 'a.md').code).toBe('NO_TEXT')
  })

  it('sees HTML in UTF-16, where every second byte is zero', () => {
    expect(sniffFormat(iconv.encode('<!doctype html><p>hi', 'utf-16le', { addBOM: true }), 'a')).toBe('html')
  })
})
