import { describe, expect, it } from 'vitest'
import { splitSentences } from '@engine/text/sentences/sentences'

const sentences = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end))

// Would catch encyclopaedia articles being one sentence from the first footnote on.
describe('reference marks', () => {
  it.each<[string, string[]]>([
    [
      'The hall was rebuilt.[3] It has 40 rooms.[4][5] The roof fell.',
      ['The hall was rebuilt.[3]', 'It has 40 rooms.[4][5]', 'The roof fell.'],
    ],
    ['He said "no." [1] Then he left. [2, 3]', ['He said "no." [1]', 'Then he left. [2, 3]']],
    [
      'It sank.[citation needed] Nobody saw it.[a] Why?[who?] So.',
      ['It sank.[citation needed]', 'Nobody saw it.[a]', 'Why?[who?]', 'So.'],
    ],
    [
      '大厅重建了。[3] 它有四十间。［17］屋顶塌了。[需要引证]修好了。',
      ['大厅重建了。[3]', '它有四十间。［17］', '屋顶塌了。[需要引证]', '修好了。'],
    ],
    ['The dam broke.¹ It was old.¹² The end.', ['The dam broke.¹', 'It was old.¹²', 'The end.']],
    ['Acme Inc.[4] was sold.', ['Acme Inc.[4] was sold.']],
    // A list of sources: each begins with its own mark.
    ['[1] Smith wrote a book. [2] Jones wrote another.', ['[1] Smith wrote a book.', '[2] Jones wrote another.']],
    ['It is done.\n[4] Later', ['It is done.', '[4] Later']],
  ])('of %j', (text, expected) => expect(sentences(text)).toEqual(expected))
})

describe('capitals before a full stop', () => {
  it.each<[string, string[]]>([
    ['It stood at 19.2°E. Germany saw it.', ['It stood at 19.2°E.', 'Germany saw it.']],
    ['They chose plan B. Then they left.', ['They chose plan B.', 'Then they left.']],
    ['It has vitamin C. Spinach has more.', ['It has vitamin C.', 'Spinach has more.']],
    ['Elizabeth I. She reigned.', ['Elizabeth I.', 'She reigned.']],
    ['John F. Kennedy met J. R. R. Tolkien, said J. Smith.', ['John F. Kennedy met J. R. R. Tolkien, said J. Smith.']],
    ['K. He and X. Zhang wrote it.', ['K. He and X. Zhang wrote it.']],
    ['He came to the U.S. The law let him.', ['He came to the U.S.', 'The law let him.']],
    ['The U.S. Congress met.', ['The U.S. Congress met.']],
    ['Made by Acme Inc. It sells well.', ['Made by Acme Inc.', 'It sells well.']],
  ])('of %j', (text, expected) => expect(sentences(text)).toEqual(expected))
})

describe('what is left out', () => {
  it.each<[string, string[]]>([
    [
      'He said, "I am here to . . . submit cheerfully." Next.',
      ['He said, "I am here to . . . submit cheerfully."', 'Next.'],
    ],
    ['He said "I . . . We go on." Then.', ['He said "I . . . We go on."', 'Then.']],
    ['It went on. . . . The end.', ['It went on. . . .', 'The end.']],
    ['他说：“我来这里是为了……愉快地接受。”完。', ['他说：“我来这里是为了……愉快地接受。”', '完。']],
    ['苹果、梨……，都有。他说……\n后来。', ['苹果、梨……，都有。', '他说……', '后来。']],
    ['No… The door shut.', ['No…', 'The door shut.']],
  ])('of %j', (text, expected) => expect(sentences(text)).toEqual(expected))
})

describe('who said it', () => {
  it.each<[string, string[]]>([
    ['"What is it?" said Anna. "Go!" he said.', ['"What is it?" said Anna.', '"Go!" he said.']],
    ['“好！”他说。“走！”然后走了。', ['“好！”他说。', '“走！”', '然后走了。']],
    ['Really? yes.', ['Really?', 'yes.']],
  ])('of %j', (text, expected) => expect(sentences(text)).toEqual(expected))
})

describe('；', () => {
  it.each<[string, string[]]>([
    [
      '历任主席为：甲，2002 年；乙，1997 年；丙。他们开会。',
      ['历任主席为：甲，2002 年；乙，1997 年；丙。', '他们开会。'],
    ],
    ['雨林（葡萄牙语：Floresta；西班牙语：Selva）很大。', ['雨林（葡萄牙语：Floresta；西班牙语：Selva）很大。']],
    ['缆车最多可载六人；风速超过 20 米时停运。', ['缆车最多可载六人；', '风速超过 20 米时停运。']],
    [
      `规定如下：${'第一条写得很长'.repeat(8)}；${'第二条也写得很长'.repeat(8)}。`,
      [`规定如下：${'第一条写得很长'.repeat(8)}；`, `${'第二条也写得很长'.repeat(8)}。`],
    ],
    ['上午 10:30 开门；下午关门。', ['上午 10:30 开门；', '下午关门。']],
  ])('in %j', (text, expected) => expect(sentences(text)).toEqual(expected))
})

describe('what belongs to the sentence before', () => {
  it.each<[string, string[]]>([
    [
      'He must report it.  18 U.S.C. § 3057.  The trustee waits.',
      ['He must report it.  18 U.S.C. § 3057.', 'The trustee waits.'],
    ],
    [
      'It is paid. 11 U.S.C. §§ 322, 1325(b). This rule holds.',
      ['It is paid. 11 U.S.C. §§ 322, 1325(b).', 'This rule holds.'],
    ],
    ['Is it a shell company. Yes ☐ No ☑\nNext.', ['Is it a shell company. Yes ☐ No ☑', 'Next.']],
    ['Is it one? ☐ Yes ☑ No\nNext.', ['Is it one? ☐ Yes ☑ No', 'Next.']],
    ['是否上市？是 ☑ 否 ☐\n完', ['是否上市？是 ☑ 否 ☐', '完']],
  ])('in %j', (text, expected) => expect(sentences(text)).toEqual(expected))
})

it('takes no longer for a sign again and again', () => {
  for (const part of ['甲：乙；', '“甲……', 'a. [1] ', '. ', 'a. 1 U. S. § 3 ']) {
    expect(splitSentences(part.repeat(20_000)).length).toBeGreaterThan(0)
  }
})
