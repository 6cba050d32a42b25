import { describe, expect, test } from 'vitest'
import { detectLanguage } from '@engine/text/language'
import { Calculator } from '@engine/tools/calculator/calculator'

const calculator = new Calculator()

async function valueOf(text: string): Promise<string | null> {
  const language = detectLanguage(text)
  const read = calculator.read({ text, language, now: 0, timeZone: 'UTC' })
  if (read?.is !== 'arguments') return read ? `lacks ${read.argument}` : null
  const context = { language, now: 0, timeZone: 'UTC', signal: new AbortController().signal }
  return String((await calculator.run(read.args, context)).data['value'])
}

describe('what a question tells', () => {
  test.each([
    ['3 tickets at 45 euros each. What do I pay?', '135'],
    ['6 boxes with 12 bottles each, how many bottles is that?', '72'],
    ['Tickets cost 12 per person and we are 5, how much in total?', '60'],
    ['Petrol costs 1.85 per litre and I need 40 litres, what do I pay?', '74'],
    ['I have 3 boxes of 24 and 2 boxes of 12, how many in total?', '96'],
    ['We ordered 4 pizzas at 11.50 each and 3 drinks at 2.80 each. What is the total?', '54.4'],
    ['I earn 2,800 a month, what is that per year?', '33600'],
    ['If I save 250 a month for 18 months, how much do I have?', '4500'],
    ['I pay 45 a month, how much is that a year?', '540'],
    ['I walk 6 km a day, how far is that in a week?', '42'],
    ['每小时50元，工作8小时，赚多少', '400'],
    ['每张票45元，买3张一共多少钱？', '135'],
    ['三件衣服，每件89元，打八折，一共多少钱？', '213.6'],
    ['每人门票60元，5个人一共要多少钱？', '300'],
    ['每天走8000步，一周走多少步？', '56000'],
  ])('of many, in all: %s', async (question, value) => {
    expect(await valueOf(question)).toBe(value)
  })

  test.each([
    ['How much does each of us pay if a 96 dinner is split between 5 people?', '19.2'],
    ['一根绳子长12米，剪成4段，每段多少米', '3'],
    ['12个鸡蛋15元，每个多少钱', '1.25'],
    ['把1000元分给4个人，每人得多少', '250'],
    ['手机3000元，分12期，每期多少钱？', '250'],
  ])('shared: %s', async (question, value) => {
    expect(await valueOf(question)).toBe(value)
  })

  test.each([
    ['I had 200 and spent 35 and 60, how much is left?', '105'],
    ['A train leaves with 120 passengers, 35 get off and 20 get on. How many are left?', '105'],
    ['I paid with 100 for a 63.50 bill, how much change do I get?', '36.5'],
    ['I spent 20, 35 and 14.50. How much is that altogether?', '69.5'],
    ['My phone bill was 35 in May, 42 in June and 43 in July. How much is that on average?', '40'],
    ['水池里有500升水，用掉了120升，又加了60升，还剩多少升？', '440'],
    ['买东西花了63.5元，付了100元，找多少钱？', '36.5'],
    ['面包8元，牛奶12元，鸡蛋15元，一共多少钱？', '35'],
  ])('added and taken off: %s', async (question, value) => {
    expect(await valueOf(question)).toBe(value)
  })

  test.each([
    ['The price went up 10% from 200 and then down 5%, what is it now?', '209'],
    ['What do I pay for a 249 jacket with 30% off?', '174.3'],
    ['How much is 50 with 19% VAT', '59.5'],
    ['The bill is 84. How much is a 15% tip?', '12.6'],
    ['税前8000元，税率10%，税是多少？', '800'],
    ['200 people were asked and 45% of them said yes. How many is that?', '90'],
    ['After a 20% discount it costs 80, what was the original price?', '100'],
    ['The price including 20% VAT is 120, how much is it without VAT?', '100'],
    ['打八折后是400元，原价是多少？', '500'],
    ['There are 200 seats and 150 are taken. What percentage is that?', '75'],
    ['班里40人，25人及格，及格率多少？', '62.5'],
    ['合格的有45件，一共50件，合格率是多少？', '90'],
    ['营业额从80万涨到100万，增长率是多少？', '25'],
    ["what's 20% of it?", 'lacks expression'],
  ])('by the hundred: %s', async (question, value) => {
    expect(await valueOf(question)).toBe(value)
  })
})

describe('figures that the words do not tie together', () => {
  test.each([
    ['the hut is open to 12 people and costs 30, how much is that each?'],
    ['会议室能坐12个人，租金300元，每人多少钱？'],
    ['The order of 1200 units was cut by 25% and 3 were damaged. How many are left?'],
    ['What percentage of the budget was spent on 3 projects at 5 sites?'],
    ['A family of 4 pays 12 per person, what is the total?'],
    ['Room 12 costs 30, how much is that in total?'],
    ['The report covers 12 sites and 45 wells; how many in total?'],
    ['There are 40 rooms and 12 are booked, what percentage is free?'],
    ['Anna has 30 and Ben has 20, how much more does Anna have?'],
    ['If 5 workers need 8 days, how long do 10 workers need?'],
    ['I owe 300 and pay back 45 a month, how much is left after 3 months?'],
    ['3个工人5天完成，6个工人几天完成？'],
    ['5个苹果12元，3个橘子9元，一共多少钱'],
    ['我有5个苹果，花了12元，还剩多少'],
    ['2 packs of 6 cost 9, how much in total?'],
    ['I have 3 cats and 2 dogs. How many animals in total?'],
    ['第3章有12页，第4章有15页，一共多少页？'],
    ['发电量从2019年的120增加到2020年的150，增加了多少？'],
    ['12个人参加培训，3天，每人每天200元，一共多少钱？'],
  ])('make no sum: %s', async (question) => {
    expect(await valueOf(question)).toBeNull()
  })
})
