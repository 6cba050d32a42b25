import { describe, expect, it } from 'vitest'
import { CairnError } from '@shared/errors'
import { blockLines, parse } from '../../parse-text'
import { smallDoc } from '../../small-ole'

describe('docParser', () => {
  it('reads paragraphs, list items, table rows and what reads like a heading', async () => {
    const text = 'CHAPTER 1\rThe hut was opened in 1907.\r\u2022 Bring a lamp.\r北京会议\r'
    const parsed = await parse(smallDoc(text), 'hut.doc')
    expect(blockLines(parsed)).toEqual([
      'heading: CHAPTER 1',
      'paragraph: The hut was opened in 1907.',
      'list_item: - Bring a lamp.',
      'paragraph: 北京会议',
    ])
    expect(parsed.structure).toMatchObject({ format: 'doc', title: 'CHAPTER 1', gaps: [] })
  })

  it('keeps the euro sign, quotes and words with optional hyphens, which the extractor spoils by itself', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Price: '),
      Buffer.from([0x80]),
      Buffer.from(' 7 \x93net\x94, in\x1fformation, A\x1e4\r', 'latin1'),
    ])
    const parsed = await parse(smallDoc({ bytes }), 'a.doc')
    expect(parsed.text).toBe('Price: € 7 “net”, information, A\u20114')
  })

  it('reads footnotes below a heading of their own, in the language of the document', async () => {
    const parsed = await parse(smallDoc('正文在此。\r脚注一。\r', { footnotes: 6 }), 'a.doc')
    expect(blockLines(parsed)).toEqual(['paragraph: 正文在此。', 'heading: 脚注和尾注', 'paragraph: 脚注一。'])
  })

  it('asks for the password of an encrypted document', async () => {
    await expect(parse(smallDoc('secret', { isEncrypted: true }), 'a.doc')).rejects.toMatchObject({
      code: 'FILE_ENCRYPTED',
    })
  })

  it('gives a typed error for a document cut off at ten places, and for random bytes', async () => {
    const whole = smallDoc('words '.repeat(3000))
    const cut = Array.from({ length: 10 }, (_, at) => whole.subarray(0, Math.floor((whole.length * (at + 0.3)) / 10)))
    const random = Array.from({ length: 10 }, (_, seed) => {
      const bytes = Uint8Array.from(whole)
      for (let at = 512 + seed; at < bytes.length; at += 97) bytes[at] = (at * 7919 + seed * 31) % 256
      return bytes
    })
    for (const bytes of [...cut, ...random]) {
      const failure: unknown = await parse(bytes, 'a.doc').then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      if (failure !== undefined) expect(failure).toBeInstanceOf(CairnError)
    }
    await expect(parse(whole.subarray(0, 3000), 'a.doc')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  })

  it('does not believe a header that claims gigabytes', async () => {
    const bytes = Buffer.from(smallDoc('words'))
    bytes.writeUInt32LE(0x7fffffff, 44)
    await expect(parse(bytes, 'a.doc')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  })
})
