// electron-imports-no-renderer
import '../renderer/state/turn'
