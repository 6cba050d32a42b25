import { expect, test } from 'vitest'
import { DatetimeFields } from '@shared/tools/datetime-fields'
import { Datetime } from '@engine/tools/datetime/datetime'
import { DatetimeArgs } from '@engine/tools/datetime/datetime-args'

// Would catch an operation or a field of the tool that other programs cannot say.
test('the flat arguments of the date and time tool say all that the tool takes', () => {
  const operations = DatetimeArgs.options.map(({ shape }) => shape.operation.value)
  expect(DatetimeFields.shape.operation.options).toEqual(operations)
  const taken = new Set(DatetimeArgs.options.flatMap(({ shape }) => Object.keys(shape)))
  expect(new Set(Object.keys(DatetimeFields.shape))).toEqual(taken)
  for (const { args } of new Datetime().examples) {
    expect(DatetimeArgs.parse(DatetimeFields.parse(args))).toEqual(args)
  }
})
