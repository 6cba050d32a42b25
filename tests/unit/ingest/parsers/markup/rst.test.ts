import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../../parse-text'

const notes = `=============
Station notes
=============

:Author: Ann Lee
:Date: 2024-05-01

Opening
-------

The hut was **opened** in \`\`1907\`\` by the
society [1]_. See \`the page <https://x.org>\`_ and :ref:\`other <x>\` or :doc:\`guide\`.

- one
- two goes
  on here

  * nested

1. first

term
   what it means

.. note::

   Bring a lamp.

.. code-block:: python
   :linenos:

   print(1)

Literal::

   x = 1

+------+-------+------+
| Item | Price | Note |
+======+=======+======+
| Pen  | 2     | blue |
+------+-------+------+
| Ink  | 3     | red  |
+------+-------+------+

=====  =====  ====
A      B      C
=====  =====  ====
1      2      3
4      5      6
=====  =====  ====

.. list-table:: Prices
   :header-rows: 1

   * - Item
     - Price
   * - Pen
     - 2

.. image:: a.png
   :alt: A hut

.. [1] Founded 1899.

.. _x: https://y.org

.. a comment
   goes on

    A quote here.

Sub
~~~
| line one
| line two

.. toctree::

   a
   b
`

describe('rstParser', () => {
  it('reads headings, lists, tables, directives and code without their marks', async () => {
    const parsed = await parse(notes, 'notes.rst')
    expect(blockLines(parsed)).toEqual([
      'heading: Station notes',
      'table_row: Author: Ann Lee; Date: 2024-05-01',
      'heading: Opening',
      'paragraph: The hut was opened in 1907 by the society [1]. See the page and other or guide.',
      'list_item: - one',
      'list_item: - two goes on here',
      'list_item: - nested',
      'list_item: 1. first',
      'paragraph: term',
      'paragraph: what it means',
      'paragraph: Bring a lamp.',
      'code: print(1)',
      'paragraph: Literal:',
      'code: x = 1',
      'table_row: Item: Pen; Price: 2; Note: blue',
      'table_row: Item: Ink; Price: 3; Note: red',
      'table_row: A: 1; B: 2; C: 3',
      'table_row: A: 4; B: 5; C: 6',
      'paragraph: Prices',
      'table_row: Item: Pen; Price: 2',
      'paragraph: A hut',
      'paragraph: [1] Founded 1899.',
      'heading: Sub',
      'paragraph: line one line two',
    ])
    expect(parsed.structure).toMatchObject({ format: 'rst', title: 'Station notes', gaps: [] })
    expect(parsed.structure.blocks.at(-1)?.heading_path).toEqual(['Station notes', 'Opening', 'Sub'])
  })

  it('says that other files are not part of it', async () => {
    const parsed = await parse('Words.\n\n.. include:: other.rst\n', 'a.rst')
    expect(parsed.text).toBe('Words.')
    expect(parsed.structure.gaps).toHaveLength(1)
  })

  it('reads what is nested without end', async () => {
    const deep = Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}- x${at}`).join('\n\n')
    expect((await parse(deep, 'a.rst')).text).toContain('x29')
    expect(await parse('===\n+--+\n=== ===\n.. a::\n', 'a.rst').catch((thrown: unknown) => thrown)).toBeDefined()
  })
})
