import { describe, expect, it } from 'vitest'
import { withoutFunctionWords } from '@engine/text/chinese/chinese-function-words'

const left = (text: string, held: readonly string[] = []) =>
  withoutFunctionWords(text, (pair) => held.includes(pair))
    .split(/\s+/u)
    .filter(Boolean)

describe('withoutFunctionWords', () => {
  it('frees words from the grammar glued to them', () => {
    expect(left('葱油能放多久')).toEqual(['葱油', '放'])
    expect(left('还能用墨笺')).toEqual(['墨笺'])
    expect(left('没休完会作废吗')).toEqual(['休', '作废'])
    expect(left('周阿姨一共住了几天院')).toEqual(['周阿姨', '住', '院'])
    expect(left('这份家财险')).toEqual(['家财险'])
    expect(left('保费涨了怎么办')).toEqual(['保费涨'])
  })

  it('keeps words that only have such characters in them', () => {
    for (const word of '能力 会议 要求 完成 过程 都市 再生 把握 里程碑 被子 没收 对象 由来 从业人员'.split(' ')) {
      expect(left(word)).toEqual([word])
    }
  })

  it('keeps a name with such a character in its middle', () => {
    expect(left('王会悟是谁')).toEqual(['王会悟'])
  })

  it('lets the documents decide between two readings', () => {
    expect(left('刚入职能请假吗', ['入职'])).toEqual(['入职', '请假'])
    expect(left('部门职能', ['职能', '门职'])).toEqual(['部门职能'])
  })

  it('reads either script, keeps offsets and leaves other scripts alone', () => {
    expect(left('還能用墨箋嗎')).toEqual(['墨箋'])
    expect(withoutFunctionWords('保费涨了')).toHaveLength(4)
    expect(left('Can I use it?')).toEqual(['Can', 'I', 'use', 'it?'])
  })
})
