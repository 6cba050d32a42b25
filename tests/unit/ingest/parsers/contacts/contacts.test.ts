import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../../parse-text'

const cards = `BEGIN:VCARD
VERSION:3.0
N:Lee;Ann;;Dr.;
FN:Dr. Ann Lee
ORG:Acme\\, Ltd;Ice
TEL;TYPE=cell:+44 1
TEL;TYPE=work,voice:+44 2
item1.EMAIL;TYPE=INTERNET:ann@x.org
ADR;TYPE=work:;;High Street 3;Norwich;;NR1;UK
BDAY:19900501
NOTE:likes\\, ice\\nand snow that is
  long
PHOTO;ENCODING=b;TYPE=JPEG:AAAA
END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=9D=8E;=E6=
=98=8E
TEL;HOME:12
END:VCARD
`
const calendar = `BEGIN:VCALENDAR
VERSION:2.0
X-WR-CALNAME:Team
BEGIN:VTIMEZONE
TZID:X
END:VTIMEZONE
BEGIN:VEVENT
UID:1
DTSTART;TZID=Europe/Berlin:20240501T090000
DTEND:20240501T100000Z
SUMMARY:Board\\, meeting
DESCRIPTION:Line one\\nline two
LOCATION:Room 4
ATTENDEE;CN="Lee, Ann":mailto:ann@x.org
ATTENDEE:mailto:bob@x.org
RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO
BEGIN:VALARM
TRIGGER:-PT15M
END:VALARM
END:VEVENT
BEGIN:VTODO
SUMMARY:Buy rope
DUE;VALUE=DATE:20240601
END:VTODO
END:VCALENDAR
`

describe('vcardParser', () => {
  it('reads every card with its fields named, also those of old telephones', async () => {
    const parsed = await parse(cards.replaceAll('\n', '\r\n'), 'people.vcf')
    expect(blockLines(parsed)).toEqual([
      'heading: Dr. Ann Lee',
      'table_row: Name: Dr. Ann Lee; Organisation: Acme, Ltd, Ice; Phone (mobile): +44 1; Phone (work): +44 2; E-mail: ann@x.org; Address (work): High Street 3, Norwich, NR1, UK; Birthday: 1990-05-01; Note: likes, ice and snow that is long',
      'heading: 李明',
      'table_row: Name: 李明; Phone (home): 12',
    ])
    expect(parsed.structure.format).toBe('vcard')
  })

  it('names the fields in Chinese for Chinese people', async () => {
    const card = 'BEGIN:VCARD\nFN:王芳\nORG:北京大学\nTEL;TYPE=CELL:138\nEND:VCARD\n'
    expect(blockLines(await parse(card, 'a.vcf'))).toEqual([
      'heading: 王芳',
      'table_row: 姓名: 王芳; 单位: 北京大学; 电话 (手机): 138',
    ])
  })

  it('reads cards that are cut off, and passes over rubbish', async () => {
    expect((await parse('BEGIN:VCARD\nrubbish\nFN:Ann\nTEL:1', 'a.vcf')).text).toContain('Ann')
    const deep = `${'BEGIN:VCARD\n'.repeat(5000)}FN:Ann\n${'END:VCARD\n'.repeat(5000)}`
    await expect(parse(deep, 'a.vcf')).resolves.toBeDefined()
  })
})

describe('icalendarParser', () => {
  it('reads appointments and tasks with dates as dates', async () => {
    const parsed = await parse(calendar.replaceAll('\n', '\r\n'), 'team.ics')
    expect(blockLines(parsed)).toEqual([
      'heading: Board, meeting',
      'table_row: Start: 2024-05-01 09:00 (Europe/Berlin); End: 2024-05-01 10:00 UTC; What: Board, meeting; Location: Room 4; Attendees: Lee, Ann <ann@x.org>, bob@x.org; Repeats: weekly (MO), 3 times',
      'paragraph: Line one\nline two',
      'heading: Buy rope',
      'table_row: What: Buy rope; Due: 2024-06-01',
    ])
    expect(parsed.structure).toMatchObject({ format: 'icalendar', title: 'Team', gaps: [] })
  })

  it('is told by its first line', async () => {
    expect((await parse(calendar, 'download')).structure.format).toBe('icalendar')
  })
})
