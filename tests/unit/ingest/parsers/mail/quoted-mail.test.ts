import { describe, expect, it } from 'vitest'
import { parse } from '../../parse-text'

const read = async (body: string, type = 'text/plain') => {
  const parsed = await parse(`From: Bob <bob@y.org>\nContent-Type: ${type}; charset=utf-8\n\n${body}`, 'a.eml')
  return parsed.structure.blocks
    .filter(({ kind }) => kind !== 'heading' && kind !== 'table_row')
    .map(({ start, end, heading_path }) => [heading_path.join(' > '), parsed.text.slice(start, end)])
}

/** Would catch the words of an older mail cited as those of the one who answers it, and the other way round. */
describe('quoted mail', () => {
  it.each([
    'On Mon, 3 Jan 2022 at 10:00, Alice <a@x.org> wrote:',
    'Am 03.01.2022 um 10:00 schrieb Alice:',
    'Le 3 janv. 2022 à 10:00, Alice <a@x.org> a écrit :',
    'Alice <a@x.org> 于2022年1月3日周一 10:00写道：',
  ])('is told apart below its line %j', async (line) => {
    expect(await read(`Friday.\n\n${line}\n\n> When do you come?\n> Tell me.\n`)).toEqual([
      ['', 'Friday.'],
      [`Quoted: ${line}`, 'When do you come?\nTell me.'],
    ])
  })

  it('is told apart where the line is broken in two, and where there is none', async () => {
    expect(await read('On Mon, 3 Jan 2022, Alice\n<a@x.org> wrote:\n> When?\n\nFriday.')).toEqual([
      ['Quoted: On Mon, 3 Jan 2022, Alice <a@x.org> wrote:', 'When?'],
      ['From: Bob <bob@y.org>', 'Friday.'],
    ])
    expect(await read('My answers:\n\n> When?\n\nFriday.')).toEqual([
      ['', 'My answers:'],
      ['Quoted', 'When?'],
      ['From: Bob <bob@y.org>', 'Friday.'],
    ])
  })

  it('in a quoted mail stands below both', async () => {
    const body = 'Good.\n\nOn 2 May Alice wrote:\n> Yes.\n>\n> On 1 May Bob wrote:\n> > Is it dry?\n>\n> It is.\n'
    expect(await read(body)).toEqual([
      ['', 'Good.'],
      ['Quoted: On 2 May Alice wrote:', 'Yes.'],
      ['Quoted: On 2 May Alice wrote: > Quoted: On 1 May Bob wrote:', 'Is it dry?'],
      ['Quoted: On 2 May Alice wrote:', 'It is.'],
    ])
  })

  it.each([
    ['-----Original Message-----\n', ['From: Alice', 'Sent: Monday, 3 January 2022 10:00', 'To: Bob', 'Subject: Roof']],
    [
      '________________________________\n',
      ['Von: Alice', 'Gesendet: Montag, 3. Januar 2022 10:00', 'An: Bob', 'Betreff: Dach'],
    ],
    ['', ['De : Alice', 'Envoyé : lundi 3 janvier 2022', 'À : Bob', 'Objet : Toit']],
    ['', ['发件人: Alice', '发送时间: 2022年1月3日 10:00', '收件人: Bob', '主题: 屋顶']],
    ['---------- Forwarded message ---------\n', ['*From:* Alice', '*Date:* 3 Jan 2022', '*Subject:* Roof']],
  ])('without marks begins at a header block %#', async (rule, lines) => {
    expect(await read(`Friday.\n\n${rule}${lines.join('\n')}\n\nWhen do you come?\n`)).toEqual([
      ['', 'Friday.'],
      [`Quoted: ${lines.join('; ')}`, 'When do you come?'],
    ])
  })

  it('is not seen in words that only look like a header', async () => {
    const trip = 'From: Zurich\nTo: Bern\nDate: 3 May\n\nSee you there.'
    expect((await read(trip)).map(([path]) => path)).toEqual(['', ''])
  })

  it('in a page is what stands in a blockquote, lists too, or below a header block', async () => {
    const quote =
      '<p>Friday.</p><div>On 3 May Alice wrote:<br></div><blockquote><p>When?</p><ul><li>roof<li>wall</ul></blockquote><p>Bye.</p>'
    expect(await read(quote, 'text/html')).toEqual([
      ['', 'Friday.'],
      ['Quoted: On 3 May Alice wrote:', 'When?'],
      ['Quoted: On 3 May Alice wrote:', '- roof'],
      ['Quoted: On 3 May Alice wrote:', '- wall'],
      ['From: Bob <bob@y.org>', 'Bye.'],
    ])
    const header = '<p>Friday.</p><p><b>From:</b> Alice<br><b>Sent:</b> 3 May<br><b>Subject:</b> Roof</p><p>When?</p>'
    expect(await read(header, 'text/html')).toEqual([
      ['', 'Friday.'],
      ['Quoted: From: Alice; Sent: 3 May; Subject: Roof', 'When?'],
    ])
  })
})
