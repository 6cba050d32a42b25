import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { sniffFormat } from '@engine/ingest/files/sniff'
import { blockLines, parse } from '../../parse-text'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const header =
  'From: "Alice Ng" <alice@x.org>\r\nTo: Bob <bob@y.org>, c@z.org\r\nDate: Mon, 3 Jan 2022 10:00:00 +0100\r\n'
const mail = (body: string, more = 'Subject: Roof repair') => bytes(`${header}${more}\r\n\r\n${body}`)
const record = 'From: Alice Ng <alice@x.org>; To: Bob <bob@y.org>, c@z.org; Date: Mon, 3 Jan 2022 10:00:00 +0100'
const multipart = (...parts: string[]) =>
  mail(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`, 'Content-Type: multipart/mixed; boundary=b')
const gapsOf = ({ structure }: { structure: { gaps: { detail: string }[] } }) =>
  structure.gaps.map(({ detail }) => detail)

describe('emlParser', () => {
  it('reads the header as one record, the subject as the title, and keeps the signature', async () => {
    const parsed = await parse(mail('Dear Bob,\r\n\r\nthe roof leaks.\r\n\r\n-- \r\nAlice\r\n'), 'a.eml')
    expect(parsed.structure).toMatchObject({ format: 'eml', title: 'Roof repair', gaps: [] })
    expect(blockLines(parsed)).toEqual([
      `table_row: ${record}; Subject: Roof repair`,
      ...['paragraph: Dear Bob,', 'paragraph: the roof leaks.', 'paragraph: Alice'],
    ])
  })

  // Would catch a page's letters, or a stub that only says "see the page", taken for the message.
  it('takes the plain text, or the page where that says much more', async () => {
    const both = (plain: string) =>
      multipart(
        `Content-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\n${plain}\r\n--c\r\nContent-Type: text/html\r\n\r\n<h2>Offer</h2><p>Ten <b>tiles</b> for 40 euros each, until the end of May.</p>\r\n--c--`,
      )
    expect(blockLines(await parse(both('Ten tiles for 40 euros each, until May.'), 'a.eml')).slice(1)).toEqual([
      'paragraph: Ten tiles for 40 euros each, until May.',
    ])
    expect(blockLines(await parse(both('See page.'), 'a.eml')).slice(1)).toEqual([
      ...['heading: Offer', 'paragraph: Ten tiles for 40 euros each, until the end of May.'],
    ])
  })

  it('names attachments and says that they were not read', async () => {
    const file = `Content-Type: application/pdf; name="=?utf-8?B?5oql5ZGKLnBkZg==?="\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n\r\n${'QUJD'.repeat(1000)}`
    const parsed = await parse(multipart('\r\nSee the file.', file), 'note.eml')
    expect(blockLines(parsed)).toEqual([
      `table_row: ${record}`,
      ...['list_item: Attachment: 报告.pdf (PDF, 3 KB)', 'paragraph: See the file.'],
    ])
    expect(gapsOf(parsed)).toEqual(['The attachment 报告.pdf was not read.'])
    expect(parsed.structure.title).toBe('note')
  })

  it('reads a message that came with it, below a heading of its own', async () => {
    const inner =
      'Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\nFrom: eve@x.org\r\nSubject: Old news\r\n\r\nIt rained.'
    const parsed = await parse(multipart('\r\nAs you asked.', inner), 'a.eml')
    expect(blockLines(parsed).slice(1)).toEqual([
      ...['paragraph: As you asked.', 'heading: Attached message: Old news'],
      ...['table_row: From: eve@x.org; Subject: Old news', 'paragraph: It rained.'],
    ])
    expect(parsed.structure.blocks.at(-1)?.heading_path).toEqual(['Attached message: Old news'])
  })

  it('reads a mail that somebody saved under another name, but no text that only looks like a header', async () => {
    const whole = bytes(`Message-ID: <1@x.org>\r\n${header}\r\nHello.`)
    expect(sniffFormat(whole, 'mail.txt')).toBe('eml')
    expect(sniffFormat(whole, 'mail')).toBe('eml')
    for (const text of [
      'From: Alice\nTo: Bob\nSubject: Roof\n\nHello.',
      'Message-ID: is a field.\nFrom: here\nmere words',
    ]) {
      expect(sniffFormat(bytes(text), 'a.txt')).toBe('text')
    }
    expect(sniffFormat(bytes('Dear all, just text.'), 'a.eml')).toBe('text')
    expect(sniffFormat(bytes('<!DOCTYPE html><p>x'), 'a.eml')).toBe('html')
    await expect(parse(whole, 'mail.pdf')).resolves.toMatchObject({ structure: { format: 'eml' } })
  })

  it('takes a mailbox for one, however it is called, but one message below an envelope line for a message', async () => {
    const one = `From alice@x.org Mon Jan 03 10:00:00 2022\nMessage-ID: <1@x>\n${header}Subject: One\n\nFrom here on it rains.\n\n`
    expect((await parse(one, 'a.eml')).structure.title).toBe('One')
    for (const name of ['a.eml', 'Inbox']) expect((await parse(one + one, name)).structure.format).toBe('mbox')
  })
})

describe('encodings of mail', () => {
  const chinese = '会议改到星期五下午三点。'

  it('reads encoded words and every Chinese encoding that the message names', async () => {
    const subject = `Subject: =?gb2312?B?${iconv.encode('会议通知', 'gb18030').toString('base64')}?=`
    for (const encoding of ['gb18030', 'gbk', 'big5', 'utf-8']) {
      const text = encoding === 'big5' ? '會議改到星期五下午三點。' : chinese
      const body = iconv.encode(text, encoding).toString('latin1')
      const parsed = await parse(mail(body, `${subject}\r\nContent-Type: text/plain; charset="${encoding}"`), 'a.eml')
      expect(parsed.structure.title).toBe('会议通知')
      expect(parsed.text).toContain(text)
    }
  })

  // Would catch replacement marks for every letter of old Chinese mail, which names no encoding.
  it('guesses the encoding of header and body where none is named', async () => {
    const raw = (text: string) => iconv.encode(text, 'gb18030').toString('latin1')
    const parsed = await parse(mail(raw(chinese.repeat(5)), `Subject: ${raw('会议通知：星期五下午的安排')}`), 'a.eml')
    expect(parsed.structure.title).toBe('会议通知：星期五下午的安排')
    expect(parsed.text).toContain(chinese)
  })

  it('reads a file in UTF-16, and UTF-8 that was named Latin-1', async () => {
    const wide = new Uint8Array(Buffer.from(`\ufeff${header}Subject: Dach\r\n\r\nDas Dach ist undicht.`, 'utf16le'))
    expect((await parse(wide, 'a.eml')).text).toContain('Das Dach ist undicht.')
    const named = 'Content-Type: text/plain; charset=iso-8859-1'
    const wrong = Buffer.from('It’s “wet” – déjà vu', 'utf8').toString('latin1')
    expect((await parse(mail(wrong, named), 'a.eml')).text).toContain('It’s “wet” – déjà vu')
    expect((await parse(mail('D\xe9j\xe0 vu, \xc2\xa7 5 \xe9t\xe9', named), 'a.eml')).text).toContain(
      'Déjà vu, Â§ 5 été',
    )
  })

  it('reads on where the encoding is unknown, and says what it could not decode', async () => {
    expect((await parse(mail('plain words', 'Content-Type: text/plain; charset=x-klingon'), 'a.eml')).text).toContain(
      'plain words',
    )
    const parsed = await parse(mail('ab\xff\xfe', 'Content-Type: text/plain; charset=utf-8'), 'a.eml')
    expect(gapsOf(parsed)).toEqual(['2 characters could not be decoded.'])
  })
})

describe('protected mail', () => {
  it('says that an encrypted message was not read, and keeps its header', async () => {
    const pgp = `--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b\r\nContent-Type: application/octet-stream\r\n\r\n-----BEGIN PGP MESSAGE-----\r\nhIwDY\r\n--b--`
    const parsed = await parse(mail(pgp, 'Content-Type: multipart/encrypted; boundary=b'), 'a.eml')
    expect(blockLines(parsed)).toEqual([`table_row: ${record}`])
    expect(gapsOf(parsed)).toEqual(['A part of the message is encrypted (PGP) and was not read.'])
    const smime = await parse(
      mail('MIIB', 'Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64'),
      'a.eml',
    )
    expect(gapsOf(smime)).toEqual([expect.stringContaining('S/MIME')])
  })

  it('leaves out the letters of PGP and keeps signed words', async () => {
    const secret = await parse(
      mail('Before.\n\n-----BEGIN PGP MESSAGE-----\n\nhIwDY\n-----END PGP MESSAGE-----\n\nAfter.'),
      'a.eml',
    )
    expect(blockLines(secret).slice(1)).toEqual(['paragraph: Before.', 'paragraph: After.'])
    expect(gapsOf(secret)).toEqual([expect.stringContaining('PGP')])
    const signed =
      '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nI agree.\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----'
    const kept = await parse(mail(signed), 'a.eml')
    expect(blockLines(kept).slice(1)).toEqual(['paragraph: I agree.'])
    expect(gapsOf(kept)).toEqual([])
  })

  // Would catch a claim that a signature is good, which nobody has looked at.
  it('notes a signature, and that it was not checked', async () => {
    const parsed = await parse(
      multipart('\r\nI agree.', 'Content-Type: application/pkcs7-signature; name=smime.p7s\r\n\r\nMIIB'),
      'a.eml',
    )
    expect(parsed.text).toContain('Signature: present, not checked')
    expect(gapsOf(parsed)).toEqual([])
  })
})

describe('hostile mail', () => {
  it('reads what is there of a message that is cut off anywhere, and says so once its parts are', async () => {
    const whole = multipart('\r\nThe roof leaks.', `Content-Transfer-Encoding: base64\r\n\r\n${'QUJD'.repeat(50)}`)
    for (const length of [40, 100, 150, 220, 260, 300, whole.length - 4]) {
      const parsed = await parse(whole.subarray(0, length), 'a.eml')
      expect(parsed.text).toContain('Alice Ng')
      if (length > 220) expect(gapsOf(parsed)).toContainEqual(expect.stringContaining('may be cut off'))
    }
  })

  it('refuses parts nested 1,000 deep and a header of 10 MB', async () => {
    const deep = Array.from(
      { length: 1000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}x\r\n\r\n--b${at}x\r\n`,
    ).join('')
    await expect(parse(bytes(header + deep), 'a.eml')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
    const long = `${header}X-Filler: ${`${'a'.repeat(900)}\r\n `.repeat(11_000)}\r\n\r\nbody`
    await expect(parse(bytes(long), 'a.eml')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  })

  it('reads messages in messages to a bounded depth', async () => {
    let inner = 'Subject: last\r\n\r\nend'
    for (let at = 0; at < 60; at += 1) inner = `Subject: m${at}\r\nContent-Type: message/rfc822\r\n\r\n${inner}`
    const parsed = await parse(bytes(header + inner), 'a.eml')
    expect(parsed.structure.blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(10)
    expect(gapsOf(parsed)).toEqual(['An attachment was not read.'])
  })

  // Would catch a stack that overflows, or time that grows with the square of a long thread.
  it('reads 5,000 mails quoted below each other', async () => {
    const thread = 'From: Alice\nSent: 3 May\nSubject: Roof\n\nStill wet.\n\n'.repeat(5000)
    const parsed = await parse(mail(`Yes.\n\n${thread}`), 'a.eml')
    expect(parsed.structure.blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(20)
    expect(parsed.text.match(/Still wet/gu)).toHaveLength(5000)
  })

  it('reads rubbish in base64 and 10,000 levels of quoting without hanging', async () => {
    const rubbish = await parse(mail('!!!*** %%% ===', 'Content-Transfer-Encoding: base64'), 'a.eml')
    expect(rubbish.text).toContain('Alice Ng')
    expect((await parse(mail(`Yes.\n${'>'.repeat(10_000)} deep\n`), 'a.eml')).text).toContain('deep')
    const html = mail(`${'<blockquote>'.repeat(5000)}deep`, 'Content-Type: text/html')
    expect((await parse(html, 'a.eml')).text).toContain('deep')
  })
})
