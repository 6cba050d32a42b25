import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../../parse-text'

const notes = `= Station notes
Ann Lee <ann@x.org>
:revdate: 2024-05-01

The hut was *opened* in \`1907\`.footnote:[Founded 1899.]

== Tools
include::x.adoc[]

* one
* two

NOTE: Bring a lamp.

|===
|Item |Price |Note

|Pen |2 |blue
|Ink |3 |red
|===

[source,python]
----
print(1)
----
`

describe('asciidocParser', () => {
  it('reads headings, lists, tables and code, and no other file', async () => {
    const parsed = await parse(notes.replace('x.adoc', '/etc/passwd'), 'notes.adoc')
    expect(blockLines(parsed)).toEqual([
      'table_row: Author: Ann Lee; Date: 2024-05-01',
      'heading: Station notes',
      'paragraph: The hut was opened in 1907.[1]',
      'heading: Tools',
      'list_item: - one',
      'list_item: - two',
      'paragraph: Note',
      'paragraph: Bring a lamp.',
      'table_row: Item: Pen; Price: 2; Note: blue',
      'table_row: Item: Ink; Price: 3; Note: red',
      'code: print(1)',
      'paragraph: 1. Founded 1899.',
    ])
    expect(parsed.structure).toMatchObject({ format: 'asciidoc', title: 'Station notes' })
    expect(parsed.structure.gaps).toHaveLength(1)
  })

  it('reads a file of endless lines as plain text, which the converter would need minutes for', async () => {
    const parsed = await parse(`= A\n\n${'*'.repeat(100_000)} end`, 'a.adoc')
    expect(parsed.structure.format).toBe('text')
    expect(parsed.text).toContain(' end')
  })
})
