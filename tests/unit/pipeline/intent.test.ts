import { describe, expect, test } from 'vitest'
import { rankIntents } from '../../../electron/pipeline/intent/rules'

describe('intent rules', () => {
  test.each([
    ['你好！', 'SYSTEM'],
    ['Hello', 'SYSTEM'],
    ['谢谢', 'SYSTEM'],
    ['What can you do?', 'SYSTEM'],
    ['库里有多少文档？', 'SYSTEM'],
    ['How many documents do you have?', 'SYSTEM'],
    ['12 * (7 + 3)', 'TOOL'],
    ['What time is it?', 'TOOL'],
    ['2025年预算是多少？', 'KB'],
    ['这个算法的复杂度是多少？', 'KB'],
    ['查询接口的限流是多少？', 'KB'],
    ['你好这个词的来源是什么？', 'KB'],
    ['What is the help desk phone number?', 'KB'],
    ['How many documents mention the pump?', 'KB'],
    ['2024-2025', 'KB'],
    ['What is 42?', 'KB'],
    ['(3 + 4) * 2 = ?', 'TOOL'],
  ])('%s is %s', (text, kind) => {
    const [best, second] = rankIntents(text)
    expect(best?.kind).toBe(kind)
    expect(best?.confidence).toBeGreaterThanOrEqual(0.7)
    expect((best?.confidence ?? 0) - (second?.confidence ?? 0)).toBeGreaterThanOrEqual(0.15)
  })

  test.each(['budget', '预算', 'the', 'pump maintenance'])('is unsure about a bare "%s"', (text) => {
    expect(rankIntents(text)[0]?.confidence).toBeLessThan(0.7)
  })

  test.each(['pump?', 'TKT-1042', '“water level”', 'HTTP'])('is sure enough about "%s"', (text) => {
    expect(rankIntents(text)[0]?.confidence).toBeGreaterThanOrEqual(0.7)
  })

  test('confidences of one utterance sum to one', () => {
    for (const text of ['hello', 'budget', '3+4', '水位是多少？']) {
      expect(rankIntents(text).reduce((sum, { confidence }) => sum + confidence, 0)).toBeCloseTo(1)
    }
  })
})
