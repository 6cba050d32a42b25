import { describe, expect, test } from 'vitest'
import { ageCheck } from '@engine/answer/answerability/age'
import { contactCheck } from '@engine/answer/answerability/contact'
import { countCheck, frequencyCheck } from '@engine/answer/answerability/count'
import { offerCheck } from '@engine/answer/answerability/offer'
import { personCheck } from '@engine/answer/answerability/person'
import { priceCheck } from '@engine/answer/answerability/price'
import type { AnswerTypeCheck } from '@engine/answer/answerability/quoted'
import { yearCheck } from '@engine/answer/answerability/year'

function judge(demand: AnswerTypeCheck, question: string, text: string, about = ''): boolean | undefined {
  return demand(question)?.([{ text, about, passage: text }])
}

// Would catch a refusal of what is answered, and an answer that only speaks of the thing.
describe('what a question demands of the sentences shown', () => {
  test.each<[string, AnswerTypeCheck, string, string, boolean]>([
    ['a price', priceCheck, 'What does the pump cost?', 'The pump costs 420 euros.', true],
    ['a price', priceCheck, 'What does the pump cost?', 'Keep the receipt of the pump.', false],
    ['a price', priceCheck, 'What does the pump cost?', 'Repairs are free of charge within the guarantee.', false],
    ['a price', priceCheck, 'How much does parking cost?', 'Parking is free.', true],
    ['a price', priceCheck, '水泵多少钱？', '水泵售价420元。', true],
    ['a price', priceCheck, '水泵多少钱？', '水泵保修两年。', false],
    ['an age', ageCheck, 'How old is the oak?', 'The oak was planted in 1820.', true],
    ['an age', ageCheck, 'How old is the oak?', 'The old oak must not be felled.', false],
    ['an age', ageCheck, '院长今年几岁？', '院长五十三岁。', true],
    ['an age', ageCheck, '院长今年几岁？', '院长住在城里。', false],
    ['a count', countCheck, 'How many bedrooms does it have?', 'It has two large bedrooms.', true],
    ['a count', countCheck, 'How many bedrooms does it have?', 'It has a bedroom in the attic.', true],
    ['a count', countCheck, 'How many bedrooms does it have?', 'The bedrooms are to be aired within 3 days.', false],
    ['a count', countCheck, 'How many people came?', 'Forty students came.', true],
    [
      'a frequency',
      frequencyCheck,
      'How often must passwords be changed?',
      'Change them at least every 90 days.',
      true,
    ],
    ['a page', contactCheck, 'Where can I join the meeting online?', 'Link: https://meet.example.org/agm', true],
    ['a page', contactCheck, 'Where can I join the meeting online?', 'The meeting is held in August.', false],
    ['an address', contactCheck, "What is Ann's e-mail address?", 'Write to ann@example.org.', true],
    ['an address', contactCheck, "What is Ann's e-mail address?", 'Ann answers within a day.', false],
    ['a number', contactCheck, '值班电话是多少？', '值班电话：021-5566 7788', true],
    ['a number', contactCheck, '值班电话是多少？', '值班电话有人接听。', false],
    ['a number', contactCheck, '报警电话是多少？', '报警电话是110。', true],
    ['a page', contactCheck, 'What is the website of the museum?', 'See rijksmuseum.nl for tickets.', true],
    ['a page', contactCheck, 'What is the website of the museum?', 'See tickets.pdf for it.', false],
    ['a frequency', frequencyCheck, 'How often does the council meet?', 'It meets on the first Tuesday.', true],
    ['a frequency', frequencyCheck, 'How often is the oil to be changed?', 'At 90-day intervals.', true],
    ['a frequency', frequencyCheck, '大会多久开一次？', '大会五年一届。', true],
    ['a frequency', frequencyCheck, 'How often must passwords be changed?', 'The system asks for a change.', false],
    ['a frequency', frequencyCheck, '密码多久换一次？', '密码每季度更换。', true],
    ['a frequency', frequencyCheck, '密码多久换一次？', '系统会提示更换密码。', false],
    ['a name', personCheck, 'Who is the treasurer?', 'The treasurer is Marta Lindqvist.', true],
    ['a name', personCheck, 'Who is the treasurer of the club?', 'The treasurer keeps the books.', false],
    [
      'a name',
      personCheck,
      "What are the names of Iwan Roberts' twin daughters?",
      'Roberts has twin daughters.',
      false,
    ],
    ['a name', personCheck, "What are Ann Lee's sons called?", 'Her sons are Tom and Rob.', true],
    ['a name', personCheck, "What are Ann Lee's sons called?", 'Ann Lee has two sons.', false],
    ['a name', personCheck, '李伟的妻子叫什么名字？', '李伟的妻子王芳在学校教书。', true],
    ['a name', personCheck, '李伟的妻子叫什么名字？', '李伟带着妻子回乡。', false],
    ['a year', yearCheck, 'Who won the cup in 2018?', 'The 2018 cup went to Tarnsford.', true],
    ['a year', yearCheck, 'Who won the cup in 2018?', 'Between 2015 and 2019 Tarnsford won it.', true],
    ['a year', yearCheck, 'Who won the cup in 2018?', 'In 1989 Tarnsford won the cup.', false],
    ['a year', yearCheck, '2018年的冠军是谁？', '1989年的冠军是北队。', false],
    ['a thing', offerCheck, 'Do you rent out generators?', 'Generators can be rented by the day.', true],
    ['a thing', offerCheck, 'Do you rent out generators?', 'Electricity is paid by the tenant.', false],
  ])('%s: %#', (_name, demand, question, text, expected) => {
    expect(judge(demand, question, text)).toBe(expected)
  })

  test('a question that asks for none of them demands nothing', () => {
    for (const demand of [ageCheck, countCheck, offerCheck, personCheck, priceCheck, yearCheck]) {
      expect(demand('Why does the pump stop?')).toBeNull()
      expect(demand('水泵为什么会停？')).toBeNull()
    }
  })
})

// Would catch a true answer refused because its question speaks of a telephone, a site or a name.
test.each<[AnswerTypeCheck, string]>([
  [contactCheck, '这部手机多少钱？'],
  [contactCheck, '电话是什么时候发明的？'],
  [contactCheck, '网站有哪些功能？'],
  [contactCheck, 'How do I change my phone number?'],
  [contactCheck, 'Is my email address shown to other members?'],
  [contactCheck, 'What is the purpose of the website?'],
  [contactCheck, 'Where do participants of online courses pick up their certificates?'],
  [frequencyCheck, '电网的频率是多少？'],
  [personCheck, 'What is the default user name?'],
  [personCheck, 'What is the server called?'],
])('%o demands nothing of an answer to %s', (demand, question) => {
  expect(demand(question)).toBeNull()
})
