import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../../parse-text'

const notes = `#+TITLE: Station notes
#+AUTHOR: Ann Lee
#+FILETAGS: :ice:hut:
#+INCLUDE: "x.org"

* TODO [#A] Opening :hut:
  SCHEDULED: <2024-05-01 Wed>
  :PROPERTIES:
  :ID: 123
  :Owner: Carl Öst
  :END:
The hut was *opened* in =1907= by the
society [fn:1]. See [[https://x.org][the page]] and [[file:b.org]].

- one
- [ ] two goes
  on here
1. first

| Item | Price | Note |
|------+-------+------|
| Pen  | 2     | blue |
| Ink  | 3     | red  |

#+BEGIN_SRC python
print(1)
#+END_SRC
#+begin_quote
To be.
#+end_quote
** Sub
# comment
[fn:1] Founded 1899.
`

describe('orgParser', () => {
  it('reads headings, lists, tables, code and quotes without their marks', async () => {
    const parsed = await parse(notes, 'notes.org')
    expect(blockLines(parsed)).toEqual([
      'table_row: Author: Ann Lee',
      'heading: TODO Opening',
      'paragraph: SCHEDULED: 2024-05-01 Wed',
      'table_row: Owner: Carl Öst',
      'paragraph: The hut was opened in 1907 by the society [1]. See the page and b.org.',
      'list_item: - one',
      'list_item: - [ ] two goes on here',
      'list_item: 1. first',
      'table_row: Item: Pen; Price: 2; Note: blue',
      'table_row: Item: Ink; Price: 3; Note: red',
      'code: print(1)',
      'quote: To be.',
      'heading: Sub',
      'paragraph: [1] Founded 1899.',
    ])
    expect(parsed.structure).toMatchObject({ format: 'org', title: 'Station notes', tags: ['ice', 'hut'] })
    expect(parsed.structure.gaps).toHaveLength(1)
    expect(parsed.structure.blocks.at(-1)?.heading_path).toEqual(['TODO Opening', 'Sub'])
  })

  it('reads to the end what is never closed', async () => {
    expect((await parse('* A\n#+begin_src\nx\n', 'a.org')).text).toContain('x')
    expect((await parse('* A\n:LOGBOOK:\nwords\n', 'a.org')).text).toContain('words')
    expect((await parse(`* A\n${'[[a]['.repeat(2000)}`, 'a.org')).text.length).toBeGreaterThan(0)
  })
})
