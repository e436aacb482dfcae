-- A saved view belongs to a list by its full path: two lists of the same last word do not share views.
UPDATE "saved_views"
SET "page" = CASE
  WHEN "page" = 'alerts' THEN '/org/msoc/dashboard/alert-management'
  WHEN "page" = 'cases' THEN '/org/msoc/dashboard/case-management'
  WHEN "page" = 'vehicles' THEN '/org/msoc/dashboard/projects'
  WHEN "page" IN ('production', 'decommissioning') THEN '/org/lifecycle/projects/' || "page"
  WHEN "page" IN ('requirement-summary', 'design-specification', 'test-cases-creation', 'integration-verification', 'cybersecurity-validation')
    THEN '/org/lifecycle/projects/product-development/' || "page"
  ELSE '/org/lifecycle/projects/view/' || "page"
END
WHERE "page" NOT LIKE '/%';
