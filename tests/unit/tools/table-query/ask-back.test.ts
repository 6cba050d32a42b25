import { expect, it } from 'vitest'
import { createTableQuery } from '@engine/tools/table-query/table-query'
import { askedOn, noSignal, shippedTerms } from './asked-terms'
import { plainEngine } from './plain-engine'
import { catalogueOf, type SampleTable, sampleTable } from './sample-tables'

const boats = sampleTable('boats.csv', ['Boat|Weight:number:t|Built:date', 'Heron|12|2001-01-01', 'Tern|9|2010-05-05'])
const trucks = sampleTable('trucks.csv', ['Truck|Weight:number:t|Built:date', 'Ox|18|2004-01-01', 'Elk|7|2015-05-05'])
const parcels = sampleTable('parcels.csv', [
  'Parcel|Net weight:number:kg|Gross weight:number:kg|Sent:date|Received:date',
  'P-1|2|3|2023-01-02|2023-02-05',
  'P-2|5|6|2023-02-03|2023-03-06',
])

async function read(text: string, samples: readonly SampleTable[]) {
  const tool = createTableQuery({
    catalogue: catalogueOf(samples),
    engine: plainEngine(samples),
    terms: await shippedTerms(),
  })
  return tool.read(askedOn(text), noSignal)
}

it('asks which table is meant, in questions that then are clear', async () => {
  const reading = await read('What is the total weight?', [boats, trucks])
  if (reading?.is !== 'missing') throw new Error(`Read as ${JSON.stringify(reading)}.`)
  expect(reading.argument).toBe('table')
  expect(reading.choices.map(({ label }) => label)).toEqual(['boats.csv', 'trucks.csv'])
  for (const { label, question } of reading.choices) {
    expect(await read(question, [boats, trucks])).toMatchObject({ is: 'arguments', args: { table: label } })
  }
})

it('asks which column is meant, in questions that then are clear', async () => {
  const reading = await read('average weight of the parcels', [parcels])
  if (reading?.is !== 'missing') throw new Error(`Read as ${JSON.stringify(reading)}.`)
  expect(reading.argument).toBe('column')
  expect(reading.choices.map(({ label }) => label).toSorted()).toEqual(['Gross weight', 'Net weight'])
  for (const { label, question } of reading.choices) {
    const again = await read(question, [parcels])
    expect(again).toMatchObject({
      is: 'arguments',
      args: { measures: [{ operation: 'average', column: { column: label } }] },
    })
  }
})

it('asks which of two dates is meant, unless the question says it', async () => {
  expect(await read('How many parcels in February 2023?', [parcels])).toMatchObject({
    is: 'missing',
    argument: 'column',
  })
  expect(await read('How many parcels were sent in February 2023?', [parcels])).toMatchObject({ is: 'arguments' })
})

it('takes the table that the question names', async () => {
  expect(await read('total weight of the boats', [boats, trucks])).toMatchObject({
    is: 'arguments',
    args: { table: 'boats.csv' },
  })
})
