// renderer-imports-no-electron
import '../electron/engine/text/words'
