import { describe, expect, test } from 'vitest'
import { givesAge } from '@engine/answer/answerability/age'
import { givesContact } from '@engine/answer/answerability/contact'
import { givesCount } from '@engine/answer/answerability/count'
import { givesFrequency } from '@engine/answer/answerability/frequency'
import { givesOffer } from '@engine/answer/answerability/offer'
import { givesPerson } from '@engine/answer/answerability/person'
import { givesPrice } from '@engine/answer/answerability/price'
import type { Demand } from '@engine/answer/answerability/quoted'
import { givesYear } from '@engine/answer/answerability/year'

function judge(demand: Demand, question: string, text: string, about = ''): boolean | undefined {
  return demand(question)?.([{ text, about, passage: text }])
}

// Would catch a refusal of what is answered, and an answer that only speaks of the thing.
describe('what a question demands of the sentences shown', () => {
  test.each<[string, Demand, string, string, boolean]>([
    ['a price', givesPrice, 'What does the pump cost?', 'The pump costs 420 euros.', true],
    ['a price', givesPrice, 'What does the pump cost?', 'Keep the receipt of the pump.', false],
    ['a price', givesPrice, 'What does the pump cost?', 'Repairs are free of charge within the guarantee.', false],
    ['a price', givesPrice, 'How much does parking cost?', 'Parking is free.', true],
    ['a price', givesPrice, '水泵多少钱？', '水泵售价420元。', true],
    ['a price', givesPrice, '水泵多少钱？', '水泵保修两年。', false],
    ['an age', givesAge, 'How old is the oak?', 'The oak was planted in 1820.', true],
    ['an age', givesAge, 'How old is the oak?', 'The old oak must not be felled.', false],
    ['an age', givesAge, '院长今年几岁？', '院长五十三岁。', true],
    ['an age', givesAge, '院长今年几岁？', '院长住在城里。', false],
    ['a count', givesCount, 'How many bedrooms does it have?', 'It has two large bedrooms.', true],
    ['a count', givesCount, 'How many bedrooms does it have?', 'It has a bedroom in the attic.', true],
    ['a count', givesCount, 'How many bedrooms does it have?', 'The bedrooms are to be aired within 3 days.', false],
    ['a count', givesCount, 'How many people came?', 'Forty students came.', true],
    [
      'a frequency',
      givesFrequency,
      'How often must passwords be changed?',
      'Change them at least every 90 days.',
      true,
    ],
    ['a page', givesContact, 'Where can I join the meeting online?', 'Link: https://meet.example.org/agm', true],
    ['a page', givesContact, 'Where can I join the meeting online?', 'The meeting is held in August.', false],
    ['an address', givesContact, "What is Ann's e-mail address?", 'Write to ann@example.org.', true],
    ['an address', givesContact, "What is Ann's e-mail address?", 'Ann answers within a day.', false],
    ['a number', givesContact, '值班电话是多少？', '值班电话：021-5566 7788', true],
    ['a number', givesContact, '值班电话是多少？', '值班电话有人接听。', false],
    ['a number', givesContact, '报警电话是多少？', '报警电话是110。', true],
    ['a page', givesContact, 'What is the website of the museum?', 'See rijksmuseum.nl for tickets.', true],
    ['a page', givesContact, 'What is the website of the museum?', 'See tickets.pdf for it.', false],
    ['a frequency', givesFrequency, 'How often does the council meet?', 'It meets on the first Tuesday.', true],
    ['a frequency', givesFrequency, 'How often is the oil to be changed?', 'At 90-day intervals.', true],
    ['a frequency', givesFrequency, '大会多久开一次？', '大会五年一届。', true],
    ['a frequency', givesFrequency, 'How often must passwords be changed?', 'The system asks for a change.', false],
    ['a frequency', givesFrequency, '密码多久换一次？', '密码每季度更换。', true],
    ['a frequency', givesFrequency, '密码多久换一次？', '系统会提示更换密码。', false],
    ['a name', givesPerson, 'Who is the treasurer?', 'The treasurer is Marta Lindqvist.', true],
    ['a name', givesPerson, 'Who is the treasurer of the club?', 'The treasurer keeps the books.', false],
    [
      'a name',
      givesPerson,
      "What are the names of Iwan Roberts' twin daughters?",
      'Roberts has twin daughters.',
      false,
    ],
    ['a name', givesPerson, "What are Ann Lee's sons called?", 'Her sons are Tom and Rob.', true],
    ['a name', givesPerson, "What are Ann Lee's sons called?", 'Ann Lee has two sons.', false],
    ['a name', givesPerson, '李伟的妻子叫什么名字？', '李伟的妻子王芳在学校教书。', true],
    ['a name', givesPerson, '李伟的妻子叫什么名字？', '李伟带着妻子回乡。', false],
    ['a year', givesYear, 'Who won the cup in 2018?', 'The 2018 cup went to Tarnsford.', true],
    ['a year', givesYear, 'Who won the cup in 2018?', 'Between 2015 and 2019 Tarnsford won it.', true],
    ['a year', givesYear, 'Who won the cup in 2018?', 'In 1989 Tarnsford won the cup.', false],
    ['a year', givesYear, '2018年的冠军是谁？', '1989年的冠军是北队。', false],
    ['a thing', givesOffer, 'Do you rent out generators?', 'Generators can be rented by the day.', true],
    ['a thing', givesOffer, 'Do you rent out generators?', 'Electricity is paid by the tenant.', false],
  ])('%s: %#', (_name, demand, question, text, expected) => {
    expect(judge(demand, question, text)).toBe(expected)
  })

  test('a question that asks for none of them demands nothing', () => {
    for (const demand of [givesAge, givesCount, givesOffer, givesPerson, givesPrice, givesYear]) {
      expect(demand('Why does the pump stop?')).toBeNull()
      expect(demand('水泵为什么会停？')).toBeNull()
    }
  })
})

// Would catch a true answer refused because its question speaks of a telephone, a site or a name.
test.each<[Demand, string]>([
  [givesContact, '这部手机多少钱？'],
  [givesContact, '电话是什么时候发明的？'],
  [givesContact, '网站有哪些功能？'],
  [givesContact, 'How do I change my phone number?'],
  [givesContact, 'Is my email address shown to other members?'],
  [givesContact, 'What is the purpose of the website?'],
  [givesContact, 'Where do participants of online courses pick up their certificates?'],
  [givesFrequency, '电网的频率是多少？'],
  [givesPerson, 'What is the default user name?'],
  [givesPerson, 'What is the server called?'],
])('%o demands nothing of an answer to %s', (demand, question) => {
  expect(demand(question)).toBeNull()
})
