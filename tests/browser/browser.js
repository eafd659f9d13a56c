// Pages in Debian's Chromium, without a network: what is opened, and what went wrong meanwhile.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {pathToFileURL} = require('node:url');
const {chromium} = require('playwright-core');

const folder = exports.folder = path.join(__dirname, '..', 'pages');
const axeSource = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

exports.names = fs.readdirSync(folder).filter((name) => name.endsWith('.html')).sort();

exports.launch = () => chromium.launch({executablePath: '/usr/bin/chromium'});

// The page `name`, of tests/pages where it is no whole path, in a window of its own, which has `theme` ("light" or "dark"), `width` in CSS pixels and
// `zoom`; without `hasScript` it runs none. `complaints` gathers what a page must not do: say something on the console, break its policy, ask
// for anything but itself, open a dialog. `isLoose` lets a test run code that the policy forbids.
exports.open = async (browser, name, {theme = 'light', width = 1280, zoom = 1, isLoose = false, hasScript = true} = {}) => {
  const context = await browser.newContext({
    viewport: {width, height: 900}, deviceScaleFactor: zoom, colorScheme: theme, bypassCSP: isLoose, javaScriptEnabled: hasScript});
  const page = await context.newPage();
  const address = pathToFileURL(path.resolve(folder, name)).href;
  const complaints = [];
  page.on('console', (message) => complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) complaints.push(`request: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => window.violations.push(
        `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  });
  await page.goto(address);
  const where = `${path.basename(name)}, ${theme}, ${width} px${zoom === 1 ? '' : `, zoom ${zoom}`}`;
  return {
    page, where,
    complaints: async () => [...complaints, ...await page.evaluate(() => window.violations)],
    close: () => context.close(),
  };
};

// What axe-core finds wrong, a line an element: rule, element, why. Targets of at least 24 pixels, or with as much
// room around them, it looks for only where it is asked to (WCAG 2.5.8).
exports.axe = async (page) => {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const {violations} = await window.axe.run(
        document, {resultTypes: ['violations'], rules: {'target-size': {enabled: true}}});
    return violations.flatMap((rule) => rule.nodes.map((node) =>
      `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\s+/g, ' ')}`));
  });
};
