import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../../parse-text'

describe('bibtexParser', () => {
  it('reads works with their fields named, and the next one after one that nobody closed', async () => {
    const parsed = await parse(
      `This is a comment.
@string{jg = "Journal of Glaciology"}
@article{lee2020,
  author = {Lee, Ann and {\\"O}st, Carl and Society of {I}ce},
  title = {The {Ice} of Sv{\\ae}rholt: a study},
  journal = jg # " B", volume = 4, number = {2}, pages = {1--20}, year = 2020, month = may,
  doi = {10.1000/xyz}, abstract = {We measured ice. It was thick.},
  file = {Full Text PDF:/home/ann/Zotero/storage/AB/Lee 2020.pdf:application/pdf;Snap:C\\:\\\\x\\\\b.html:text/html}
}
@book{liming, author={李明 and 王, 芳}, title={北京会议史}, publisher={出版社}, date={2019-05}}
@article{cut, title = {Never closed
@misc{after, title = {After it}, year = {1999}}
`,
      'works.bib',
    )
    expect(blockLines(parsed)).toEqual([
      'heading: The Ice of Sværholt: a study',
      'table_row: Title: The Ice of Sværholt: a study; Authors: Ann Lee, Carl Öst, Society of Ice; Year: 2020; Published in: Journal of Glaciology B; Volume: 4; Issue: 2; Pages: 1–20; DOI: 10.1000/xyz; Key: lee2020; Attached file: Lee 2020.pdf, b.html',
      'paragraph: Abstract: We measured ice. It was thick.',
      'heading: 北京会议史',
      'table_row: Title: 北京会议史; Authors: 李明, 王芳; Year: 2019; Publisher: 出版社; Key: liming',
      'heading: After it',
      'table_row: Title: After it; Year: 1999; Key: after',
    ])
    expect(parsed.structure.gaps.map(({ detail }) => detail)).toEqual(['1 entry could not be read to the end.'])
    // Would catch documents of a bibliography that are cited without their journal and DOI.
    expect(parsed.structure.works?.[0]?.published).toEqual({
      kind: 'article',
      container: 'Journal of Glaciology B',
      volume: '4',
      issue: '2',
      pages: '1–20',
      doi: '10.1000/xyz',
    })
  })
})

describe('risParser', () => {
  it('reads works with their fields named', async () => {
    const parsed = await parse(
      `TY  - JOUR
AU  - Lee, Ann
AU  - Öst, Carl
TI  - The Ice of Sværholt
PY  - 2020/05/01
JO  - Journal of Glaciology
SP  - 1
EP  - 20
DO  - 10.1000/xyz
AB  - We measured ice.
It was thick.
L1  - file:///home/ann/Lee%202020.pdf
ER  - 
`,
      'export.txt',
    )
    expect(blockLines(parsed)).toEqual([
      'heading: The Ice of Sværholt',
      'table_row: Title: The Ice of Sværholt; Authors: Ann Lee, Carl Öst; Year: 2020; Published in: Journal of Glaciology; Pages: 1–20; DOI: 10.1000/xyz; Attached file: Lee 2020.pdf',
      'paragraph: Abstract: We measured ice. It was thick.',
    ])
    expect(parsed.structure.format).toBe('ris')
    expect(parsed.structure.works?.[0]?.published).toMatchObject({ kind: 'article', pages: '1–20', doi: '10.1000/xyz' })
  })
})

describe('cslJsonParser', () => {
  it('reads works with their fields named', async () => {
    const parsed = await parse(
      `[{"id":"lee","type":"article-journal","title":"The Ice","author":[{"family":"Lee","given":"Ann"}],"issued":{"date-parts":[[2020,5]]},"container-title":"J Glac","DOI":"10.1/x","abstract":"Thick."}]
`,
      'refs.json',
    )
    expect(blockLines(parsed)).toEqual([
      'heading: The Ice',
      'table_row: Title: The Ice; Authors: Ann Lee; Year: 2020; Published in: J Glac; DOI: 10.1/x; Key: lee',
      'paragraph: Abstract: Thick.',
    ])
    expect(parsed.structure.format).toBe('csl-json')
  })

  it('leaves other JSON alone, and reports an export that is cut off', async () => {
    expect((await parse('[{"type":"book","name":"x"}]', 'a.json')).structure.format).toBe('code')
    const cut = '[{"type":"book","author":[],"title":"x"'
    await expect(parse(cut, 'a.json')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  })
})
