// electron-package-in-its-shell-only
import 'electron'
