import { defaultShortcuts } from '@shared/settings'
import i18next from 'i18next'
import { FileText, Folder, MessageSquareText } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { showCollection } from '@renderer/state/library/library-filter'
import { useModels } from '@renderer/state/models/models-store'
import { useSessions } from '@renderer/state/chat/sessions-store'
import { useSettings } from '@renderer/state/settings-store'
import { keysOf } from '@renderer/state/window/shortcuts'
import { go } from '@renderer/state/window/address'
import { openDocument } from '@renderer/state/window/shown-document'
import { collectionName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import { actionCommands, type ActionCommand } from './action-commands'
import type { PaletteCommand } from './find-commands'
import { modelCommands, settingCommands } from './setting-commands'

/** All commands that the palette offers now. */
export function useCommands(): PaletteCommand[] {
  const { t, i18n } = useTranslation('palette')
  const headers = useSessions((state) => state.headers)
  const documents = useLibrary((state) => state.documents)
  const settings = useSettings((state) => state.settings)
  // What can be done depends on the moment the palette was opened, not on what happens behind it.
  const acts = useMemo(
    () => [
      ...actionCommands(),
      ...settingCommands(settings),
      ...modelCommands(useModels.getState().state, settings.models),
    ],
    [settings],
  )
  const actions = useMemo(
    () =>
      acts.map((act): PaletteCommand => {
        const keys = act.shortcut && keysOf(settings.shortcuts[act.shortcut] ?? defaultShortcuts[act.shortcut])
        return {
          id: act.id,
          group: act.group,
          text: t(`commands.${act.text}`, { ...act.values }),
          names: namesOf(act),
          icon: act.icon,
          ...(keys ? { keys } : {}),
          run: act.run,
        }
      }),
    // The texts change with the language.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [acts, settings, t, i18n.language],
  )
  const sessions = useMemo(
    () =>
      headers.map(({ id, title }) =>
        place('session', id, [safeName(title)], () => go({ view: 'chat', sessionId: id })),
      ),
    [headers],
  )
  const files = useMemo(() => {
    const all = [...documents.values()]
    const collections = [...new Set(all.map(({ collection }) => collection))]
    return [
      ...all.map(({ id, name, title }) =>
        place('document', id, [safeName(name), ...(title === '' ? [] : [title])], () =>
          openDocument({ id, range: null }),
        ),
      ),
      ...collections.map((name) => place('collection', name, [collectionName(name)], () => showCollection(name))),
    ]
  }, [documents])
  return useMemo(() => [...actions, ...sessions, ...files], [actions, sessions, files])
}

const placeIcons = { session: MessageSquareText, document: FileText, collection: Folder }

/** A command that goes to a chat, document or collection; the first of its names is shown. */
function place(
  kind: keyof typeof placeIcons,
  id: string,
  names: readonly [string, ...string[]],
  run: () => void,
): PaletteCommand {
  return { id: `${kind}:${id}`, group: `${kind}s`, text: names[0], names, icon: placeIcons[kind], run }
}

/** A command is found by its words in both languages, whichever is on show. */
function namesOf({ text, values }: ActionCommand): string[] {
  return ['en', 'zh'].map((language) => i18next.getFixedT(language, 'palette')(`commands.${text}`, { ...values }))
}
