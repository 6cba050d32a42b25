import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { sniffFormat } from '@engine/ingest/files/sniff'
import { unpack } from '../archive/unpack'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const envelope = 'From alice@x.org Mon Jan 03 10:00:00 2022\n'
const message = (subject: string, body: string, more = '') =>
  `${envelope}From: alice@x.org\nDate: Mon, 3 Jan 2022 10:00:00 +0000\nSubject: ${subject}\n${more}\n${body}\n\n`
const attached = (name: string, type: string, more: string, content = 'aGVsbG8=') =>
  `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n${more}\r\n\r\n${content}\r\n`
const mail = (...parts: string[]) =>
  bytes(
    `From: a@x.org\r\nSubject: Roof\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee the files.\r\n${parts.join('')}--b--\r\n`,
  )

describe('mboxParser', () => {
  it('makes a file of each message, called after its day and subject, without the marks of the mailbox', async () => {
    const encoded = `=?gb2312?B?${iconv.encode('会议通知', 'gb18030').toString('base64')}?=`
    const { parsed, texts, modified } = await unpack(
      bytes(message('One / two', 'Hello.\n>From here on it rains.') + message(encoded, '再见') + message('', 'x')),
      'a.mbox',
    )
    expect([...texts.keys()]).toEqual([
      ...['2022-01-03 One _ two.eml', '2022-01-03 会议通知.eml', '2022-01-03 without a subject.eml'],
    ])
    expect(texts.get('2022-01-03 One _ two.eml')).toContain('\n\nHello.\nFrom here on it rains.\n')
    expect(texts.get('2022-01-03 One _ two.eml')?.startsWith('From: alice@x.org\n')).toBe(true)
    expect(modified[0]).toBe(Date.UTC(2022, 0, 3, 10))
    expect(parsed.structure).toMatchObject({ format: 'mbox', title: 'a.mbox', gaps: [] })
    expect(parsed.text).toContain('Holds these messages:')
  })

  it('takes no line of a message for the beginning of one', async () => {
    const body = `From Paris in 2022 I wrote.\nFrom 3 May 2022 on: it rains.\n\nFrom bob 2022`
    expect((await unpack(bytes(message('One', body) + message('Two', 'x')), 'a.mbox')).paths).toHaveLength(2)
  })

  it('leaves out what the mail program has deleted, and says so', async () => {
    const text = message('Kept', 'x', 'X-Mozilla-Status: 0001\n') + message('Gone', 'x', 'X-Mozilla-Status: 0009\n')
    const { paths, gaps } = await unpack(bytes(text), 'a.mbox')
    expect(paths).toEqual(['2022-01-03 Kept.eml'])
    expect(gaps).toEqual(['1 message is marked as deleted and was not read: 2022-01-03 Gone.eml.'])
  })

  it('reads one message under the name of a mailbox, and one whose first message is long', async () => {
    expect((await unpack(bytes(message('One', 'x')), 'a.mbox')).paths).toEqual(['2022-01-03 One.eml'])
    const long = message('Long', 'line\n'.repeat(30_000), 'Message-ID: <1@x>\n')
    expect((await unpack(bytes(long + message('Two', 'x')), 'a.mbox')).paths).toHaveLength(2)
    expect((await unpack(bytes(long + message('Two', 'x')), 'Inbox')).paths).toHaveLength(2)
    expect(sniffFormat(bytes('From the beginning in 2022 on\nit rained.'), 'a.mbox')).toBe('text')
  })

  it('reads thousands of messages', async () => {
    const many = Array.from({ length: 1500 }, (_, at) => message(`Message ${at % 500}`, 'x')).join('')
    const { paths } = await unpack(bytes(many), 'a.mbox')
    expect(new Set(paths).size).toBe(1500)
    expect(paths.at(-1)).toBe('2022-01-03 Message 499 (3).eml')
    const few = await unpack(bytes(many), 'a.mbox', { count: 10 })
    expect(few.gaps).toEqual(['10 of 1,500 messages were read; together they are too many or too large.'])
  })

  it('reads what there is of one that is cut off anywhere', async () => {
    const whole = bytes(message('One', 'a'.repeat(300)) + message('Two', 'b'.repeat(300)))
    for (let part = 3; part < 11; part += 1) {
      const { paths } = await unpack(whole.subarray(0, Math.floor((whole.length * part) / 11)), 'a.mbox')
      expect(paths.length).toBe(part < 7 ? 1 : 2)
    }
  })
})

describe('attachments', () => {
  it('become documents of their own, also those of a message that came along; logos in the text do not', async () => {
    const inner = `--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: Old news\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nx\r\n${attached('old.txt', 'text/plain', 'Content-Disposition: attachment').replace('--b', '--c')}--c--\r\n`
    const { parsed, texts, gaps } = await unpack(
      mail(
        attached('a.txt', 'text/plain', 'Content-Disposition: attachment'),
        attached('a.txt', 'text/plain', 'Content-Disposition: attachment', 'eA=='),
        attached('logo.png', 'image/png', 'Content-Disposition: inline\r\nContent-ID: <1>'),
        attached('../x/y.txt', 'text/plain', 'Content-Disposition: attachment'),
        inner,
      ),
      'm.eml',
    )
    expect(Object.fromEntries(texts)).toEqual({
      ...{ 'a.txt': 'hello', 'a (2).txt': 'x', '.._x_y.txt': 'hello', 'Old news/old.txt': 'hello' },
    })
    expect(parsed.text).toContain('Attachment: a.txt (TXT, 5 bytes)')
    expect(parsed.structure.format).toBe('eml')
    expect(gaps).toEqual(['The attachment logo.png was not read.'])
  })

  it('are a gap where they are too many or the message lies too deep', async () => {
    const one = (name: string) => attached(name, 'text/plain', 'Content-Disposition: attachment')
    expect((await unpack(mail(one('a.txt'), one('b.txt')), 'm.eml', { count: 1 })).gaps).toEqual([
      'The attachment b.txt was not read.',
    ])
    expect((await unpack(mail(one('a.txt')), 'm.eml', { mayHold: false })).gaps).toHaveLength(1)
  })
})
