// product-imports-no-test
import '../../../tests/fake'
