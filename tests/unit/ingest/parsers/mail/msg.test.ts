import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { CairnError } from '@shared/errors'
import { blockLines, parse } from '../../parse-text'
import { type OleStreams, smallOle } from '../../small-ole'

const text = (tag: string) => `__substg1.0_${tag}001F`

/** The fixed-size properties of a message: 32 bytes of header, then 16 bytes each. */
function properties(headerSize: number, values: Readonly<Record<number, number>>): Uint8Array {
  const rows = Object.entries(values).map(([tag, value]) => {
    const row = Buffer.alloc(16)
    row.writeUInt32LE(Number(tag), 0)
    row.writeUInt32LE(value, 8)
    return row
  })
  return Buffer.concat([Buffer.alloc(headerSize), ...rows])
}

const person = {
  [text('3001')]: 'Bob',
  [text('3003')]: 'bob@y.org',
  '__properties_version1.0': properties(8, { 0x0c150003: 1 }),
}
const mail = (more: OleStreams = {}) =>
  smallOle({
    '__properties_version1.0': properties(32, {}),
    [text('0037')]: '屋顶漏水 / roof',
    [text('0C1A')]: 'Alice',
    [text('0C1F')]: '/O=EXCHANGE/CN=RECIPIENTS/CN=ALICE',
    [text('5D01')]: 'alice@x.org',
    [text('1000')]: 'It leaks.\r\n\r\nOn 3 May Bob <bob@y.org> wrote:\r\n> Is it dry?\r\n',
    '__recip_version1.0_#00000000': person,
    ...more,
  })

describe('msgParser', () => {
  it('reads a message as mail is read, with quotes told apart', async () => {
    const parsed = await parse(mail(), 'a.msg')
    expect(parsed.structure).toMatchObject({ format: 'msg', title: '屋顶漏水 / roof', gaps: [] })
    expect(blockLines(parsed)).toEqual([
      'table_row: From: Alice <alice@x.org>; To: Bob <bob@y.org>; Subject: 屋顶漏水 / roof',
      ...['paragraph: It leaks.', 'heading: Quoted: On 3 May Bob <bob@y.org> wrote:', 'paragraph: Is it dry?'],
    ])
  })

  it('reads texts that are not Unicode in the encoding that the message names', async () => {
    const old = smallOle({
      '__properties_version1.0': properties(32, { 0x3ffd0003: 936 }),
      '__substg1.0_0037001E': iconv.encode('会议通知', 'gb18030'),
      '__substg1.0_1000001E': iconv.encode('星期五下午三点开会。', 'gb18030'),
    })
    expect(blockLines(await parse(old, 'a.msg'))).toEqual([
      'table_row: Subject: 会议通知',
      'paragraph: 星期五下午三点开会。',
    ])
  })

  it('names attachments that were not read, and reads messages that came with it', async () => {
    const file = { [text('3707')]: 'report.pdf', '__substg1.0_37010102': new Uint8Array(5000) }
    const inner = { '__substg1.0_3701000D': { [text('0037')]: 'Old', [text('1000')]: 'It rained.' } }
    const parsed = await parse(
      mail({ '__attach_version1.0_#00000000': file, '__attach_version1.0_#00000001': inner }),
      'a.msg',
    )
    expect(blockLines(parsed)).toContain('list_item: Attachment: report.pdf (PDF, 5 KB)')
    expect(blockLines(parsed).slice(-3)).toEqual([
      ...['heading: Attached message: Old', 'table_row: Subject: Old', 'paragraph: It rained.'],
    ])
    expect(parsed.structure.gaps.map(({ detail }) => detail)).toEqual(['The attachment report.pdf was not read.'])
  })

  // Would catch a message refused as a whole because a document in it has a password, or taken for that document.
  it('reads a message that holds a workbook and an encrypted document', async () => {
    const locked = {
      [text('3707')]: 'x.docx',
      '__substg1.0_37010102': Buffer.from('EncryptedPackage, Workbook, WordDocument', 'utf16le'),
    }
    expect((await parse(mail({ '__attach_version1.0_#00000000': locked }), 'a.msg')).text).toContain('It leaks.')
  })

  it('reports a message that is cut off as damaged, or reads what is there', async () => {
    const whole = mail({ '__substg1.0_10130102': Buffer.from(`<p>${'word '.repeat(3000)}</p>`) })
    for (const share of [0.2, 0.4, 0.6, 0.8, 0.95]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share))
      const outcome = await parse(cut, 'a.msg').then(
        () => 'read',
        (thrown: unknown) => (thrown instanceof CairnError ? thrown.code : thrown),
      )
      expect(['read', 'FILE_CORRUPT', 'FORMAT_UNSUPPORTED']).toContain(outcome)
    }
  })
})
