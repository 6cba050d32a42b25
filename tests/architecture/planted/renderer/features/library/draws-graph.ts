// graph-rendering-in-its-feature-only
import 'sigma'
