import { describe, expect, test } from 'vitest'
import { restOfList, withoutLastHeading } from '@engine/retrieval/whole-lists'

describe('the end of a window that a language model reads', () => {
  test('goes on to the end of the list it ends in, or an answer has seven of eleven points', () => {
    const behind = '- third\n- fourth, with\n  a second line\n\nAnother paragraph.'
    expect(restOfList('Points:\n\n- first\n- second\n', behind)).toBe('- third\n- fourth, with\n  a second line')
    expect(restOfList('步骤如下：\n\n1. 报告。\n2. 擦净。', '\n3. 读数。\n\n## 四、数据')).toBe('\n3. 读数。')
  })

  test('goes on to the end of a table, its header and rule alone included', () => {
    const rows = '|---|---|\n| price | 4,950 |\n| weight | 2.3 |\n\nText.'
    expect(restOfList('## Cost\n\n| Item | Siskin |\n', rows)).toBe('|---|---|\n| price | 4,950 |\n| weight | 2.3 |')
    const records = 'item: rope; quantity: 4; unit: piece\n\nEnd.'
    expect(restOfList('item: axe; quantity: 2; unit: piece\n', records)).toBe('item: rope; quantity: 4; unit: piece')
  })

  test('takes nothing of a list that is too long, of prose, or of another kind of lines', () => {
    expect(restOfList('- first\n', '- another point\n'.repeat(90))).toBe('')
    expect(restOfList('A sentence.\n', 'Another sentence.\n')).toBe('')
    expect(restOfList('- first\n', 'A paragraph behind it.')).toBe('')
  })

  test('drops headings and a header of a table with nothing below, or a model takes them for empty sections', () => {
    const text = '五、雪实验室\n\n不批准冬季无人机航测的提议，夏季航测仍按规定逐次申请；雪实验室开工时间推迟。\n\n'
    expect(withoutLastHeading(`${text}六、冬季值守`, '\n\n冬季值守由四人组成。')).toBe(text.trimEnd())
    expect(withoutLastHeading(`${text}## Cost over ten years\n\n| Item | A | B |\n`, '|---|')).toBe(text.trimEnd())
  })

  test('leaves a last sentence, the rest of a line and what is mostly headings alone', () => {
    expect(withoutLastHeading('A text.\n\nIt ends here.', '\n\nMore.')).toBe('A text.\n\nIt ends here.')
    expect(withoutLastHeading('A longer text that says much.\n\nThe rest of', ' this line.')).toContain('The rest of')
    expect(withoutLastHeading('Short.\n\nA heading that is longer', '\n\nText.')).toContain('heading')
  })
})
