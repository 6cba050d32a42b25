import { mostTagColours, type TagColour } from '@shared/settings'
import { changeSettings, useSettings } from '../../settings-store'
import { useLibrary } from '../library-store'

/** The colour people gave a tag; undefined for none. */
export function useTagColour(tag: string): TagColour | undefined {
  return useSettings(({ settings }) => {
    const { tag_colours: colours } = settings.library
    return Object.hasOwn(colours, tag) ? colours[tag] : undefined
  })
}

/** Gives a tag a colour, or takes it away for null. Colours of tags that no document has any more go where there is no room. */
export async function colourTag(tag: string, colour: TagColour | null): Promise<boolean> {
  const before = Object.entries(useSettings.getState().settings.library.tag_colours)
  const others = before.filter(([name]) => name !== tag)
  const room = mostTagColours - 1
  const kept = others.length <= room ? others : withDocuments(others).slice(-room)
  const colours = Object.fromEntries(colour === null ? kept : [...kept, [tag, colour]])
  return changeSettings({ library: { tag_colours: colours } })
}

function withDocuments<Value>(colours: readonly (readonly [string, Value])[]) {
  const used = new Set([...useLibrary.getState().documents.values()].flatMap(({ tags }) => tags))
  return colours.filter(([name]) => used.has(name))
}
