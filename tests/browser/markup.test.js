// The markup of each page in tests/pages by the HTML standard's rules, and by what html-validate recommends besides.
'use strict';
const assert = require('node:assert/strict');
const path = require('node:path');
const {test} = require('node:test');
const {HtmlValidate} = require('html-validate');
const {folder, names} = require('./browser.js');

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  // A table's scroll box is a region by its role: a <section> would be a part of the page, with a rule above it.
  rules: {'prefer-native-element': 'off'},
});

for (const name of names)
  test(`${name}: markup`, async () => {
    const report = await validator.validateFile(path.join(folder, name));
    const found = report.results.flatMap(
        ({messages}) => messages.map(({line, column, ruleId, message}) => `${line}:${column}: ${ruleId}: ${message}`));
    assert.deepEqual(found, [], `${name}:\n  ${found.join('\n  ')}`);
  });
