import type { ShortcutAction } from '@shared/settings'
import i18next from 'i18next'
import { FileText, Folder, type LucideIcon, MessageSquareText } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { showCollection } from '@renderer/state/library/library-filter'
import { useModels } from '@renderer/state/models/models-store'
import { useSessions } from '@renderer/state/chat/sessions-store'
import { useSettings } from '@renderer/state/settings-store'
import { defaultShortcuts, keysOf } from '@renderer/state/window/shortcuts'
import { go, openDocument } from '@renderer/state/window/view'
import { collectionName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import { actionCommands, type ActionCommand } from './action-commands'
import type { PaletteCommand } from './palette-command'
import { modelCommands } from './model-commands'
import { settingCommands } from './setting-commands'

/** Everything the palette offers now. */
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
        const keys = act.shortcut && keysFor(act.shortcut, settings.shortcuts)
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
      headers.map((header) =>
        place(`session:${header.id}`, 'sessions', safeName(header.title), MessageSquareText, () =>
          go({ view: 'chat', sessionId: header.id }),
        ),
      ),
    [headers],
  )
  const files = useMemo(() => {
    const all = [...documents.values()]
    const collections = [...new Set(all.map(({ collection }) => collection))]
    return [
      ...all.map(({ id, name, title }) =>
        place(`document:${id}`, 'documents', safeName(name), FileText, () => openDocument({ id, range: null }), title),
      ),
      ...collections.map((name) =>
        place(`collection:${name}`, 'collections', collectionName(name), Folder, () => showCollection(name)),
      ),
    ]
  }, [documents])
  return useMemo(() => [...actions, ...sessions, ...files], [actions, sessions, files])
}

function place(
  id: string,
  group: PaletteCommand['group'],
  text: string,
  icon: LucideIcon,
  run: () => void,
  other = '',
): PaletteCommand {
  return { id, group, text, icon, run, names: other === '' ? [text] : [text, other] }
}

/** A command is found by its words in both languages, whichever is on show. */
function namesOf({ text, values }: ActionCommand): string[] {
  return ['en', 'zh'].map((language) => i18next.getFixedT(language, 'palette')(`commands.${text}`, { ...values }))
}

function keysFor(action: ShortcutAction, shortcuts: Partial<Record<ShortcutAction, string>>): string[] {
  return keysOf(shortcuts[action] ?? defaultShortcuts[action])
}
