import { z } from 'zod'

const day = (what: string) => z.string().max(20).optional().describe(`${what}: YYYY-MM-DD, or "today".`)
const place = (what: string) => z.string().max(60).optional().describe(`${what}: a city or an IANA time zone.`)
const whole = (what: string) => z.int().optional().describe(what)

/** Each operation of the date and time tool with the fields that it takes; those behind "?" may be absent. */
const operations = {
  now: 'show ("time" or "date"), place?',
  describe: 'date, show ("date", "weekday", "week", "day_of_year", "lunar" or "zodiac")',
  convert: 'time, date, from?, to? (places)',
  offset: 'from, to? (places)',
  difference: 'from, to (days), unit ("days", "weeks", "months", "years", "working_days" or "calendar")',
  shift: 'date, by',
  leap_year: 'year',
  month_length: 'year, month',
  year_length: 'year',
  age: 'born, on',
  from_lunar: 'year, month, day, leap (of the Chinese calendar)',
  zodiac_year: 'year',
  festival: 'name, year?',
} as const
const names = Object.keys(operations) as [keyof typeof operations]

/**
 * The arguments of the date and time tool in one flat object, because many programs show no choice between objects. Which go
 * together is checked by the tool itself.
 */
export const DatetimeFields = z.object({
  operation: z.enum(names).describe(
    Object.entries(operations)
      .map(([name, fields]) => `${name}: ${fields}`)
      .join('; '),
  ),
  date: day('A day'),
  from: z.string().max(60).optional().describe('Where or when it begins: a day, or a place for convert and offset.'),
  to: z.string().max(60).optional().describe('Where or when it ends: a day, or a place for convert and offset.'),
  time: z.string().max(5).optional().describe('HH:MM'),
  place: place('Where; absent for the user’s own'),
  show: z.string().max(20).optional(),
  unit: z.string().max(20).optional(),
  by: z
    .array(z.object({ amount: z.int(), unit: z.string().max(20) }))
    .max(4)
    .optional()
    .describe('Amounts of minutes, hours, days, weeks, months, years or working_days; negative for earlier.'),
  year: whole('A year'),
  month: whole('1 to 12'),
  day: whole('1 to 30'),
  leap: z.boolean().optional().describe('Whether the month is the leap month of that number.'),
  born: day('The day of birth'),
  on: day('The day at which the age is told'),
  name: z.string().max(40).optional().describe('Of the festival, such as spring-festival or easter.'),
})
