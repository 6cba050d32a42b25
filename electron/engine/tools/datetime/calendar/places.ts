import type { Language } from '@engine/text/language'
import data from '@resources/lexicon/city-zones.json'
import { isZone } from './time-zones'

/** A place as people call it, and the time zone it keeps. */
export interface Place {
  readonly zone: string
  readonly en: string
  readonly zh: string
}

interface Row extends Place {
  readonly also: readonly string[]
}

const rows: readonly Row[] = data.cities
const byName = new Map<string, Place>()
for (const row of rows) {
  for (const name of [row.en, row.zh, ...row.also]) {
    const key = name.toLowerCase()
    if (!byName.has(key)) byName.set(key, row)
  }
}
/** Zones are named after cities, some of which are other things first. */
const ambiguous = new Set(['center', 'christmas', 'easter', 'wake', 'midway', 'troll', 'reunion', 'unknown'])
for (const zone of Intl.supportedValuesOf('timeZone')) {
  const city = (zone.split('/').at(-1) ?? '').replaceAll('_', ' ')
  const key = city.toLowerCase()
  if (zone.includes('/') && !ambiguous.has(key) && !byName.has(key)) byName.set(key, { zone, en: city, zh: city })
}

/** Countries of several zones: how they are called, and cities to choose from. */
export const severalZones: Readonly<
  Record<string, { zh: string; names: readonly string[]; cities: readonly string[] }>
> = data.severalZones

/** Phrases of the places, by their English names. */
export const placePhrases: Readonly<Record<string, readonly string[]>> = phrases()

function phrases(): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [name, place] of byName) (found[place.en] ??= []).push(name)
  return found
}

/** A place by a name in either language, by the name of its zone, or as UTC+8; undefined where it is not known. */
export function placeNamed(name: string): Place | undefined {
  const known = byName.get(name.trim().toLowerCase())
  if (known) return known
  const offset = /^utc([+-])(\d{1,2})$/iu.exec(name.trim())
  // POSIX counts the other way round.
  const zone = offset ? `Etc/GMT${offset[1] === '+' ? '-' : '+'}${Number(offset[2])}` : name.trim()
  return zone !== '' && isZone(zone) ? { zone, en: name.trim(), zh: name.trim() } : undefined
}

export function placeName(place: Place, language: Language): string {
  return place[language]
}
