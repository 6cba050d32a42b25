import { z } from 'zod'
import { festivalKeys } from './calendar/festivals'

const DateArg = z
  .union([z.literal('today'), z.iso.date()])
  .describe('A day as YYYY-MM-DD in the Gregorian calendar, or “today”')
const Place = z.string().min(1).max(60).describe('A city, a country of one time zone, an IANA time zone, or UTC+8')
const Year = z.int().min(1).max(9999)
const Clock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u)
  .describe('HH:MM, 00:00 to 23:59')

export const shiftUnits = ['minutes', 'hours', 'days', 'weeks', 'months', 'years', 'working_days'] as const
export const differenceUnits = ['days', 'weeks', 'months', 'years', 'working_days', 'calendar'] as const

/** What the date and time tool can be asked. */
export const DatetimeArgs = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('now').describe('The time or date at this moment; place null for here'),
    show: z.enum(['time', 'date']),
    place: Place.optional(),
  }),
  z.object({
    operation: z.literal('describe').describe('What a day is: its date, weekday, week, lunar date or zodiac animal'),
    date: DateArg,
    show: z.enum(['date', 'weekday', 'week', 'day_of_year', 'lunar', 'zodiac']),
  }),
  z.object({
    operation: z.literal('convert').describe('A time of one place in another; null for here'),
    time: Clock,
    date: DateArg,
    from: Place.optional(),
    to: Place.optional(),
  }),
  z.object({
    operation: z.literal('offset').describe('Hours between the clocks of two places'),
    from: Place,
    to: Place.optional(),
  }),
  z.object({
    operation: z
      .literal('difference')
      .describe('How long it is between two days; calendar is years, months and days together'),
    from: DateArg,
    to: DateArg,
    unit: z.enum(differenceUnits),
  }),
  z.object({
    operation: z.literal('shift').describe('The day or time so much later, or earlier with negative amounts'),
    date: DateArg.describe('Where it starts; with hours or minutes only “today”, for now'),
    by: z
      .array(z.object({ amount: z.int().min(-1_000_000).max(1_000_000), unit: z.enum(shiftUnits) }))
      .min(1)
      .max(4),
  }),
  z.object({ operation: z.literal('leap_year').describe('Whether a year is one'), year: Year }),
  z.object({
    operation: z.literal('month_length').describe('The days of a month'),
    year: Year,
    month: z.int().min(1).max(12),
  }),
  z.object({ operation: z.literal('year_length').describe('The days of a year'), year: Year }),
  z.object({
    operation: z.literal('age').describe('How old somebody is who was born on a day'),
    born: DateArg,
    on: DateArg,
  }),
  z.object({
    operation: z.literal('from_lunar').describe('The Gregorian date of a day in the Chinese calendar'),
    year: Year.describe('Of the Chinese calendar, by the Gregorian year in which it begins'),
    month: z.int().min(1).max(12),
    day: z.int().min(1).max(30),
    leap: z.boolean().describe('Whether it is in the leap month of that number'),
  }),
  z.object({ operation: z.literal('zodiac_year').describe('The animal of a Chinese year'), year: Year }),
  z.object({
    operation: z.literal('festival').describe('The date of a festival'),
    name: z
      .string()
      .min(1)
      .max(40)
      .describe(`One of ${festivalKeys.join(', ')}`),
    year: Year.optional().describe('null for the next one'),
  }),
])
export type DatetimeArgs = z.infer<typeof DatetimeArgs>
